import type { RoomEntry } from '@trunkline/contract';
import { maySend, toPermissions } from '../permissions/permissions.ts';

/** Bytes of an app message, as the library counts them: it learns the figure when it joins. */
export const APP_MESSAGE_MAX = 4096;

/** What our page of a call has, and what it has not, by the names of the hosted service. */
const PAGE = {
  enable_advanced_chat: false,
  enable_breakout_rooms: false,
  enable_chat: true,
  enable_emoji_reactions: false,
  enable_hand_raising: false,
  enable_live_captions_ui: false,
  enable_network_ui: false,
  enable_noise_cancellation_ui: false,
  enable_people_ui: true,
  enable_pip_ui: false,
  // A site that joins has said all that there is to say.
  enable_prejoin_ui: false,
  enable_shared_chat_history: false,
  enable_video_processing_ui: true,
};

/** What holds for every room of ours. */
const DEFAULTS = {
  ...PAGE,
  audio_only: false,
  eject_at_room_exp: false,
  enable_dialin: false,
  enable_dialout: false,
  // A guest's link leads to the lobby.
  enable_knocking: true,
  enable_screenshare: true,
  experimental_optimize_large_calls: false,
  lang: 'en',
  owner_only_broadcast: false,
  start_audio_off: false,
};

const DOMAIN = { ...PAGE, enable_transcription: false, hide_daily_branding: true, lang: 'en' };

/** A room as `room()` shows it: what was chosen for this one, and, if asked, what holds for all of them. */
export function describeRoom(entry: RoomEntry, isWhole: boolean) {
  const { room_name: name, max_participants: max, start_video_off: isVideoOff } = entry;
  const chosen = { max_participants: max, start_video_off: isVideoOff };
  return {
    id: name,
    name,
    config: isWhole ? { ...DEFAULTS, ...chosen } : chosen,
    domainConfig: isWhole ? DOMAIN : {},
    tokenConfig: {
      is_owner: entry.is_owner,
      user_id: entry.user_id,
      user_name: entry.user_name,
      enable_screenshare: maySend(toPermissions(entry.permissions), 'screenVideo'),
      start_video_off: isVideoOff,
    },
  };
}
