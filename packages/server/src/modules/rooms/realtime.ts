import { LIVECHAT_NAMESPACE } from '@trunkline/contract';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Rooms } from './service.ts';
import type { VisitorCalls } from './access/visitor-calls.ts';

type Deps = { rooms: Rooms; visitorCalls: VisitorCalls; notices: Notices; log: Log };

/** Tells a visitor's widget that their call has moved: it fetches how it stands. Nothing rings for who has left. */
export function roomRealtime(realtime: Realtime, { rooms, visitorCalls, notices, log }: Deps): void {
  notices.on('room-call', ({ conversation_id: id }: { conversation_id: number }) => {
    visitorCalls
      .callOf(id)
      .then((call) => {
        if (!call) return;
        const space = realtime.io.of(LIVECHAT_NAMESPACE);
        space.to(`visitor:${call.visitor_id}`).emit('call-moved', { room_name: call.room_name });
      })
      .catch((error: unknown) => log.warn({ err: error }, 'could not tell a visitor of their call'));
  });
  notices.on('agent-left', ({ id }: { id: number }) => {
    rooms
      .endInvitationsFor(id)
      .catch((error: unknown) => log.error({ err: error }, 'could not end what rings for who has left'));
  });
  notices.on('call-back', ({ visitor_id: id }: { visitor_id: number }) => {
    realtime.io.of(LIVECHAT_NAMESPACE).to(`visitor:${id}`).emit('call-back-moved', {});
  });
}
