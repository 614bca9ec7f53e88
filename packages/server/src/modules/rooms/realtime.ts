import { LIVECHAT_NAMESPACE } from '@trunkline/contract';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Rooms } from './service.ts';

type Deps = { rooms: Pick<Rooms, 'visitors'>; notices: Notices; log: Log };

/** Tells a visitor's widget to fetch its call again when it has changed. */
export function roomRealtime(realtime: Realtime, { rooms, notices, log }: Deps): void {
  notices.on('room-call', ({ conversation_id: id }: { conversation_id: number }) => {
    rooms.visitors
      .callOf(id)
      .then((call) => {
        if (!call) return;
        const space = realtime.io.of(LIVECHAT_NAMESPACE);
        space.to(`visitor:${call.visitor_id}`).emit('call-moved', { room_name: call.room_name });
      })
      .catch((error: unknown) => log.warn({ err: error }, 'could not tell a visitor of their call'));
  });
}
