import type { MailAddress, Message, MessageState } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { MergedTickets } from '../merged-tickets.ts';
import '../tables.ts';

type People = { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] };
/** The delivery state of an outgoing message; `failure` is the reason, or names the recipients who are missing. */
export type MessageOutcome = {
  state: MessageState;
  failure: string | null;
  /** The new recipients of an e-mail that is sent again. */
  people?: People | undefined;
};

export type StateAdvance = {
  mergedTickets: MergedTickets;
  upTo: number;
  kind: 'inbound' | 'outbound';
  state: 'delivered' | 'read';
  /** Only messages in these conversations. */
  conversations?: readonly number[];
};

/** Moves the delivery state of messages forward; never back. Returns what changed. */
export async function advanceStates(
  q: Query,
  { mergedTickets, upTo, kind, state, conversations }: StateAdvance,
): Promise<number[]> {
  let query = q
    .updateTable('messages')
    .set({ state })
    .where('ticket_id', 'in', mergedTickets.ids)
    .where('created_at', '>=', mergedTickets.since)
    .where('kind', '=', kind)
    .where('id', '<=', upTo)
    .where('state', 'in', state === 'read' ? ['queued', 'sent', 'delivered'] : ['queued', 'sent']);
  if (conversations) query = query.where('conversation_id', 'in', conversations);
  const rows = await query.returning('id').execute();
  return rows.map((row) => row.id);
}

/** Sets the delivery state of one message. Returns its ticket and its previous state; undefined if it does not exist. */
export async function setState(
  q: Query,
  { id, createdAt, state, failure, people }: { id: number; createdAt: string } & MessageOutcome,
): Promise<{ ticketId: number; wasUnsent: boolean; wasFailed: boolean } | undefined> {
  const { rows } = await sql<{ ticket_id: number; was: Message['state']; why: string | null }>`
    with before as (select id, state, failure from messages where id = ${id} and created_at = ${createdAt} for update)
    update messages m set state = ${state}, failure = ${failure}, mail = ${people ? withPeople(people) : sql`m.mail`} from before
    where m.id = before.id and m.created_at = ${createdAt} returning m.ticket_id, before.state as was, before.failure as why`.execute(
    q,
  );
  if (!rows[0]) return undefined;
  const { ticket_id: ticketId, was, why } = rows[0];
  return { ticketId, wasUnsent: isUnsent(was, why), wasFailed: was === 'failed' };
}

/** Whether it did not reach all of its recipients, or is being retried. */
export const isUnsent = (state: MessageState | null, failure: string | null): boolean =>
  state === 'failed' || ((state === 'sent' || state === 'queued') && failure !== null);

const withPeople = ({ to, cc, bcc }: People) =>
  sql`m.mail || ${JSON.stringify({ to, cc, bcc, recipients: to.length + cc.length + bcc.length })}::jsonb`;

/** Whether these tickets have a message that did not reach all of its recipients; an index has only these. */
export async function hasUnsent(q: Query, { ids, since }: MergedTickets): Promise<boolean> {
  const row = await q
    .selectFrom('messages')
    .select('id')
    .where('ticket_id', 'in', ids)
    .where('created_at', '>=', since)
    .where(sql<boolean>`(state = 'failed' or (state in ('sent', 'queued') and failure is not null))`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
