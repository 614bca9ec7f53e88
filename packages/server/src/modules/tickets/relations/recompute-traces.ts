import type { Message, Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import { findMessage } from '../timeline/message-store.ts';
import type { DueColumns } from '../sla/due-columns.ts';
import type { MessageTraces } from '../store.ts';
import { applyTraces, previewOf } from '../timeline/time-line.ts';

type LastMessage = Pick<Message, 'id' | 'kind' | 'body' | 'created_at'>;
type StoredTraces = {
  last: LastMessage | undefined;
  waiting_since: string | null;
  unread: number;
  due: DueColumns;
  now: Date;
};

/** Updates the message preview and waiting time of a ticket, after messages have been removed from it or returned. */
export async function recomputeTraces(
  tx: Tx,
  ticket: Ticket,
  { last, waiting_since, unread, due, now }: StoredTraces,
): Promise<Ticket> {
  const traces: Partial<MessageTraces> = {
    waiting_since,
    unread,
    ...due,
    ...(await lastIn(tx, last, ticket)),
  };
  return applyTraces(tx, ticket, traces, now);
}

/** The preview of the last message; empty without messages. */
async function lastIn(
  tx: Tx,
  last: LastMessage | undefined,
  { created_at }: Ticket,
): Promise<Pick<MessageTraces, 'last_message' | 'last_message_by' | 'last_message_at'>> {
  if (!last) return { last_message: '', last_message_by: 'none', last_message_at: new Date(created_at) };
  const message = found(await findMessage(tx.q, last.id, last.created_at));
  return {
    last_message: previewOf(message),
    last_message_by: last.kind === 'inbound' ? 'customer' : 'agent',
    last_message_at: new Date(last.created_at),
  };
}
