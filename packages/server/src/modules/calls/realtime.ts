import { LIVECHAT_NAMESPACE } from '@trunkline/contract';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Calls } from './calls.ts';

type Deps = { calls: Pick<Calls, 'endInvitationsFor'>; notices: Notices; log: Log };

/** Ends invitations of users who have left, and tells a visitor's widget to fetch its call-back again when it has changed. */
export function callRealtime(realtime: Realtime, { calls, notices, log }: Deps): void {
  notices.on('agent-left', ({ id }: { id: number }) => {
    calls
      .endInvitationsFor(id)
      .catch((error: unknown) => log.error({ err: error }, 'could not end what rings for who has left'));
  });
  notices.on('call-back', ({ visitor_id: id }: { visitor_id: number }) => {
    realtime.io.of(LIVECHAT_NAMESPACE).to(`visitor:${id}`).emit('call-back-moved', {});
  });
}
