import type { RoomEntry } from '@trunkline/contract';
import type { CallSettings } from '../join/call-settings.ts';
import { mayBeginWith } from '../permissions/permissions.ts';
import type { LocalMedia } from './local-media.ts';

/** Opens the devices for a call. A camera that is open already stays as the user left it, unless the application says otherwise. */
export async function openMedia(
  media: LocalMedia,
  { isOff }: CallSettings,
  entry: RoomEntry | undefined,
): Promise<void> {
  for (const kind of ['audio', 'video'] as const) {
    await media.permit(kind, mayBeginWith(entry, kind));
    const { raw, isOn: wasOn } = media[kind];
    const isOffByItself = kind === 'video' && Boolean(entry?.start_video_off);
    const isOn = raw ? wasOn && !isOff[kind] : !(isOff[kind] ?? isOffByItself);
    media.configure(kind, { isOn });
    if (!isOn && raw) await media.switch(kind, false);
  }
  await media.open();
}
