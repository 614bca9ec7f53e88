import type { Message, Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { DueColumns } from '../sla/due-columns.ts';
import type { MessageTraces } from '../store.ts';
import { leaveTraces, previewOf } from '../time-line.ts';

type Found = {
  last: Pick<Message, 'kind' | 'body' | 'created_at'> | undefined;
  waiting_since: string | null;
  unread: number;
  due: DueColumns;
  now: Date;
};

/** What a ticket shows of its messages, after some have left it or come back. */
export function retrace(
  tx: Tx,
  ticket: Ticket,
  { last, waiting_since, unread, due, now }: Found,
): Promise<Ticket> {
  const traces: Partial<MessageTraces> = { waiting_since, unread, ...due };
  if (last) {
    traces.last_message = previewOf({ body: last.body, attachments: [] });
    traces.last_message_by = last.kind === 'inbound' ? 'customer' : 'agent';
    traces.last_message_at = new Date(last.created_at);
  }
  return leaveTraces(tx, ticket, traces, now);
}
