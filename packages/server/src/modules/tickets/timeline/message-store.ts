import type {
  FieldChange,
  FileRef,
  Message,
  MessageExtra,
  MessageMail,
  TicketEvent,
} from '@trunkline/contract';
import { sql } from 'kysely';
import { executeUnread, UNPREPARED_HINT, type Query } from '#platform/db';
import { mergedTicketIdsSql, type MergedTickets } from '../merged-tickets.ts';
import '../tables.ts';

export type Author = { type: 'customer' | 'user' | 'system'; id: number | null; name: string };

export type NewMessage = {
  ticketId: number;
  conversationId: number | null;
  mediaId: Message['media_id'];
  kind: Message['kind'];
  body: string;
  /** Text that is only used for searching: see `messages.html_text`. */
  htmlText?: string | null;
  author: Author;
  event: TicketEvent | null;
  mail?: MessageMail | undefined;
  extra?: MessageExtra | undefined;
  state: Message['state'];
  failure?: string | null;
  clientKey: string | null;
  /** Set for a message that got its id earlier. */
  id?: number;
};

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
  'extra',
  'state',
  'failure',
  'client_key',
  'created_at',
] as const;

/** Stores a message and returns it; files are attached afterwards. */
export async function insertMessage(q: Query, message: NewMessage, now: Date): Promise<Message> {
  const row = await q
    .insertInto('messages')
    .values({
      ...(message.id !== undefined && { id: message.id }),
      ticket_id: message.ticketId,
      conversation_id: message.conversationId,
      media_id: message.mediaId,
      kind: message.kind,
      body: message.body,
      html_text: message.htmlText ?? null,
      author_type: message.author.type,
      author_id: message.author.id,
      author_name: message.author.name,
      event: message.event && JSON.stringify(message.event),
      mail: message.mail ? JSON.stringify(message.mail) : null,
      extra: message.extra ? JSON.stringify(message.extra) : null,
      state: message.state,
      failure: message.failure ?? null,
      client_key: message.clientKey,
      created_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  if (message.clientKey) {
    await executeUnread(
      q,
      q.insertInto('message_keys').values({
        ticket_id: message.ticketId,
        client_key: message.clientKey,
        message_id: row.id,
        created_at: now,
      }),
    );
  }
  return toMessage(row, []);
}

/** The message that was stored under this key, on this ticket or on one merged into it. Call with the ticket locked. */
export async function findByKey(q: Query, ticketId: number, clientKey: string): Promise<Message | undefined> {
  const key = await q
    .selectFrom('message_keys')
    .select(['message_id', 'created_at'])
    .where('ticket_id', 'in', mergedTicketIdsSql(ticketId))
    .where('client_key', '=', clientKey)
    .executeTakeFirst();
  return key && findMessage(q, key.message_id, key.created_at);
}

/** Adds another client key to a message, for a later action on it. Call with the ticket locked. */
export async function addClientKey(
  q: Query,
  { id, ticket_id, created_at }: Pick<Message, 'id' | 'ticket_id' | 'created_at'>,
  clientKey: string,
): Promise<void> {
  await q
    .insertInto('message_keys')
    .values({ ticket_id, client_key: clientKey, message_id: id, created_at })
    .execute();
}

/** `createdAt` tells the partition. */
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

/** Stores the searchable text of a mail's HTML, unless the message was erased or changed since it was read. */
export async function setHtmlText(
  q: Query,
  { id, created_at: createdAt, body }: Pick<Message, 'id' | 'created_at' | 'body'>,
  htmlText: string,
): Promise<void> {
  await q
    .updateTable('messages')
    .set({ html_text: htmlText })
    .where('id', '=', id)
    .where('created_at', '=', createdAt)
    .where('body', '=', body)
    .execute();
}

/** Like `findMessage`, with the message locked until the transaction ends, so that it can be updated from what was read. */
export async function lockMessage(
  q: Query,
  id: number,
  createdAt: string | Date,
): Promise<Message | undefined> {
  await q
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '=', new Date(createdAt).toISOString())
    .forNoKeyUpdate()
    .execute();
  return findMessage(q, id, createdAt);
}

type PageOf = {
  ticketId: number;
  /** The tickets on this time line, and the time of the first entry. */
  mergedTickets: MergedTickets;
  before?: number | undefined;
  kinds?: readonly Message['kind'][];
  conversations?: readonly number[];
  limit: number;
};

/** The last messages before an id, oldest first, of the ticket and those merged into it. */
export async function listMessages(q: Query, page: PageOf): Promise<Message[]> {
  const { ticketId, mergedTickets } = page;
  const [only = ticketId, ...more] = mergedTickets.ids;
  const rows = more.length === 0 ? await headOf(q, only, page).execute() : await listJoined(q, page);
  const messages = await withFiles(q, rows.reverse());
  return messages.map((message) =>
    message.ticket_id === ticketId
      ? message
      : { ...message, ticket_id: ticketId, origin_ticket_id: message.ticket_id },
  );
}

function headOf(q: Query, ticketId: number, { mergedTickets, before, kinds, conversations, limit }: PageOf) {
  let query = q
    .selectFrom('messages')
    .select(columns)
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>=', mergedTickets.since)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before) query = query.where('id', '<', before);
  if (kinds) query = query.where('kind', 'in', kinds);
  if (conversations) query = query.where('conversation_id', 'in', conversations);
  return query;
}

/** Merges the latest messages of each ticket: for all tickets in one query, the database would sort all of their messages. */
async function listJoined(q: Query, page: PageOf): Promise<Row[]> {
  const heads = page.mergedTickets.ids.map((id) => sql`${headOf(q, id, page)}`);
  const { rows } = await sql<Row>`${sql.raw(UNPREPARED_HINT)}
    select * from (${sql.join(heads, sql` union all `)}) head order by id desc limit ${page.limit}`.execute(
    q,
  );
  return rows;
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

/** Updates the text and extra data of a message. False where it does not exist. */
export async function setContent(
  q: Query,
  { id, created_at: createdAt }: Pick<Message, 'id' | 'created_at'>,
  { extra, ...rest }: { body?: string; extra: MessageExtra | undefined },
): Promise<void> {
  await q
    .updateTable('messages')
    .set({ ...rest, extra: extra ? JSON.stringify(extra) : null })
    .where('id', '=', id)
    .where('created_at', '=', createdAt)
    .execute();
}

/** How many customer messages came after one that was read. */
export async function countUnread(q: Query, mergedTickets: MergedTickets, after: number): Promise<number> {
  const row = await q
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('ticket_id', 'in', mergedTickets.ids)
    .where('created_at', '>=', mergedTickets.since)
    .where('kind', '=', 'inbound')
    .where('id', '>', after)
    .executeTakeFirstOrThrow();
  return row.n;
}

type Row = Omit<Message, 'author' | 'attachments' | 'extra'> & {
  extra: MessageExtra | null;
  author_type: Author['type'];
  author_id: number | null;
  author_name: string;
};

async function withFiles(q: Query, rows: readonly Row[]): Promise<Message[]> {
  const files = await listFiles(
    q,
    rows.filter((row) => row.kind !== 'event').map((row) => row.id),
  );
  return rows.map((row) =>
    toMessage(
      row,
      files.filter((file) => file.message_id === row.id),
    ),
  );
}

const toMessage = (
  { author_type: type, author_id: id, author_name: name, extra, ...row }: Row,
  files: readonly Omit<FileRef, 'url'>[],
): Message => ({
  ...row,
  ...(extra && { extra }),
  author: { type, id, name },
  attachments: files.map(toFileRef),
});

async function listFiles(q: Query, messageIds: readonly number[]) {
  if (messageIds.length === 0) return [];
  return (
    q
      .selectFrom('files')
      .selectAll()
      // One parameter, so that the statement is the same for any number of messages and is prepared once.
      .where(sql<boolean>`message_id = any(${messageIds}::bigint[])`)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  );
}

/** A file as an agent's screen fetches it. */
export const toFileRef = ({ id, name, mime, size }: Omit<FileRef, 'url'>): FileRef => ({
  id,
  name,
  mime,
  size,
  url: `/api/files/${id}`,
});
