import type {
  FieldChange,
  FileRef,
  Message,
  MessageMail,
  MessageState,
  TicketEvent,
} from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

export type Author = { type: 'customer' | 'user' | 'system'; id: number | null; name: string };

export type NewMessage = {
  ticketId: number;
  conversationId: number | null;
  mediaId: Message['media_id'];
  kind: Message['kind'];
  body: string;
  author: Author;
  event: TicketEvent | null;
  mail?: MessageMail | undefined;
  state: Message['state'];
  clientKey: string | null;
};

/** What became of a message that went out; `failure` says why it failed, or who of several did not get it. */
export type MessageOutcome = { state: MessageState; failure: string | null };

const columns = [
  'id',
  'ticket_id',
  'conversation_id',
  'media_id',
  'kind',
  'body',
  'author_type',
  'author_id',
  'author_name',
  'event',
  'mail',
  'state',
  'failure',
  'client_key',
  'created_at',
] as const;

export async function insertMessage(q: Query, message: NewMessage, now: Date): Promise<number> {
  const row = await q
    .insertInto('messages')
    .values({
      ticket_id: message.ticketId,
      conversation_id: message.conversationId,
      media_id: message.mediaId,
      kind: message.kind,
      body: message.body,
      author_type: message.author.type,
      author_id: message.author.id,
      author_name: message.author.name,
      event: message.event && JSON.stringify(message.event),
      mail: message.mail ? JSON.stringify(message.mail) : null,
      state: message.state,
      failure: null,
      client_key: message.clientKey,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (message.clientKey) {
    await q
      .insertInto('message_keys')
      .values({
        ticket_id: message.ticketId,
        client_key: message.clientKey,
        message_id: row.id,
        created_at: now,
      })
      .execute();
  }
  return row.id;
}

/** The message that was stored under this key before. Call with the ticket locked. */
export async function findByKey(q: Query, ticketId: number, clientKey: string): Promise<Message | undefined> {
  const key = await q
    .selectFrom('message_keys')
    .select(['message_id', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();
  return key && findMessage(q, key.message_id, key.created_at);
}

/** `createdAt` leads to the partition. */
export async function findMessage(
  q: Query,
  id: number,
  createdAt: string | Date,
): Promise<Message | undefined> {
  const rows = await q
    .selectFrom('messages')
    .select(columns)
    .where('id', '=', id)
    .where('created_at', '=', new Date(createdAt).toISOString())
    .execute();
  return (await withFiles(q, rows))[0];
}

type PageOf = {
  ticketId: number;
  since: string;
  before?: number | undefined;
  kinds?: readonly Message['kind'][];
  conversations?: readonly number[];
  limit: number;
};

/** The last messages before an id, oldest first. `since` is the ticket's creation: older partitions are not looked at. */
export async function listMessages(
  q: Query,
  { ticketId, since, before, kinds, conversations, limit }: PageOf,
): Promise<Message[]> {
  let query = q
    .selectFrom('messages')
    .select(columns)
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before) query = query.where('id', '<', before);
  if (kinds) query = query.where('kind', 'in', kinds);
  if (conversations) query = query.where('conversation_id', 'in', conversations);
  return withFiles(q, (await query.execute()).reverse());
}

/** Field changes that were logged after a version. */
export async function listChangesSince(q: Query, ticketId: number, since: string, version: number) {
  const rows = await q
    .selectFrom('messages')
    .select(['event', 'author_name', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>=', since)
    .where('kind', '=', 'event')
    .where(sql<boolean>`event ->> 'type' = 'changed' and (event ->> 'version')::int > ${version}`)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.flatMap(({ event, author_name: by, created_at: at }) =>
    (event as { changes: FieldChange[] }).changes.map((change) => ({ ...change, by, at })),
  );
}

/** Moves the delivery state of messages forward; never back. Returns what changed. */
export async function advanceStates(
  q: Query,
  {
    ticketId,
    since,
    upTo,
    kind,
    state,
  }: {
    ticketId: number;
    since: string;
    upTo: number;
    kind: 'inbound' | 'outbound';
    state: 'delivered' | 'read';
  },
): Promise<number[]> {
  const rows = await q
    .updateTable('messages')
    .set({ state })
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>=', since)
    .where('kind', '=', kind)
    .where('id', '<=', upTo)
    .where('state', 'in', state === 'read' ? ['queued', 'sent', 'delivered'] : ['queued', 'sent'])
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Sets the delivery state of one message. False when there is no such message. */
export async function setState(
  q: Query,
  { id, createdAt, state, failure }: { id: number; createdAt: string } & MessageOutcome,
): Promise<boolean> {
  const row = await q
    .updateTable('messages')
    .set({ state, failure })
    .where('id', '=', id)
    .where('created_at', '=', createdAt)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** How many customer messages came after one that was read. */
export async function countUnread(q: Query, ticketId: number, since: string, after: number): Promise<number> {
  const row = await q
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>=', since)
    .where('kind', '=', 'inbound')
    .where('id', '>', after)
    .executeTakeFirstOrThrow();
  return row.n;
}

type Row = Omit<Message, 'author' | 'attachments'> & {
  author_type: Author['type'];
  author_id: number | null;
  author_name: string;
};

async function withFiles(q: Query, rows: readonly Row[]): Promise<Message[]> {
  const files = await listFiles(
    q,
    rows.filter((row) => row.kind !== 'event').map((row) => row.id),
  );
  return rows.map(({ author_type: type, author_id: id, author_name: name, ...row }) => ({
    ...row,
    author: { type, id, name },
    attachments: files.filter((file) => file.message_id === row.id).map(toFileRef),
  }));
}

async function listFiles(q: Query, messageIds: readonly number[]) {
  if (messageIds.length === 0) return [];
  return q
    .selectFrom('files')
    .selectAll()
    .where('message_id', 'in', messageIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A file as an agent's screen fetches it. */
export const toFileRef = ({ id, name, mime, size }: Omit<FileRef, 'url'>): FileRef => ({
  id,
  name,
  mime,
  size,
  url: `/api/files/${id}`,
});
