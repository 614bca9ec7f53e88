import { scheduleReply, type ScheduledReply, type CancelledReply } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { ticketKeys } from '../api.ts';
import type { UnsentMessage } from '../outbox/outbox.ts';
import type { TicketDetail } from '../realtime.ts';

/** Sends a reply to the server, to be sent at its time. */
export async function sendScheduledReply(
  { ticket_id: id, later, solve = false }: Pick<UnsentMessage, 'ticket_id' | 'later' | 'solve'>,
  reply: Omit<CancelledReply, 'attachments'> & { file_ids: string[] },
): Promise<void> {
  const send = later ?? { in_seconds: 0 };
  const { data } = await call(scheduleReply, { params: { id }, body: { ...reply, send, solve } });
  show(data);
}

/** Shows the reply at once; the event that follows then changes nothing. */
function show(reply: ScheduledReply): void {
  queryClient.setQueryData<TicketDetail>(ticketKeys.one(reply.ticket_id), (detail) => {
    if (!detail || detail.scheduled.some(({ id }) => id === reply.id)) return detail;
    return { ...detail, scheduled: [...detail.scheduled, reply] };
  });
}
