import type { SignalPayload } from '@trunkline/contract';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';

/** The notice that a key was pressed, for all processes: one follows the gateway, others have the sockets. */
export const KEY_PRESSED_NOTICE = 'phone-key';
export type KeyNotice = { user_ids: number[]; payload: SignalPayload<'phone-key-pressed'> };

export function telephonyRealtime(realtime: Realtime, { notices }: { notices: Notices }): void {
  notices.on(KEY_PRESSED_NOTICE, ({ user_ids: ids, payload }: KeyNotice) =>
    realtime.signal(
      ids.map((id) => `user:${id}`),
      'phone-key-pressed',
      payload,
    ),
  );
}
