import type { RoomEntry } from '@trunkline/contract';
import { maySend, toPermissions } from '../permissions/permissions.ts';

/** The largest app message in bytes, as the library counts them; it is told when it joins. */
export const APP_MESSAGE_MAX = 4096;

/** Features of our call page, by the hosted service's names. */
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
  // A site that embeds the page has given all settings, so there is no prejoin page.
  enable_prejoin_ui: false,
  enable_shared_chat_history: false,
  enable_video_processing_ui: true,
};

/** Settings that are the same for all of our rooms. */
const DEFAULTS = {
  ...PAGE,
  audio_only: false,
  eject_at_room_exp: false,
  enable_dialin: false,
  enable_dialout: false,
  // Guest links lead to the lobby.
  enable_knocking: true,
  enable_screenshare: true,
  experimental_optimize_large_calls: false,
  lang: 'en',
  owner_only_broadcast: false,
  start_audio_off: false,
};

const DOMAIN = { ...PAGE, enable_transcription: false, hide_daily_branding: true, lang: 'en' };

/** Returns a room as `room()` reports it: its own settings and, if `isWhole`, those that all rooms share. */
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
