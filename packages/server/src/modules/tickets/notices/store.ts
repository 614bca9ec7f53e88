import type { TicketNotice } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { visibleTo } from '../list/list-rules.ts';
import '../relations/tables.ts';
import '../tables.ts';

export type NewNotice = {
  userId: number;
  ticketId: number;
  kind: TicketNotice['kind'];
  messageId: number | null;
  by: string;
  text: string;
  now: Date;
};

const noticeColumns = sql`n.id, n.kind, n.message_id, n.by_name as by, n.text, n.count, n.at, n.read_at is not null as is_read,
  json_build_object('id', t.id, 'number', t.number, 'subject', t.subject) as ticket`;

/** Each mention is a new notice; news of a followed ticket are added to the unread notice. */
export async function upsertNotice(q: Query, notice: NewNotice): Promise<TicketNotice> {
  const { userId, ticketId, kind, messageId, by, text, now } = notice;
  const { rows } = await sql<TicketNotice>`with n as (
      insert into ticket_notices (user_id, ticket_id, kind, message_id, by_name, text, at)
      values (${userId}, ${ticketId}, ${kind}, ${messageId}, ${by}, ${text}, ${now})
      on conflict (user_id, ticket_id, kind) where kind <> 'mention' and read_at is null
        do update set count = ticket_notices.count + 1, message_id = excluded.message_id, by_name = excluded.by_name,
          text = excluded.text, at = excluded.at
      returning *)
    select ${noticeColumns} from n join tickets t on t.id = n.ticket_id`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a notice is not there after it was written');
  return row;
}

/** Notices about tickets that the user may still see, latest first. */
export async function list(
  q: Query,
  viewer: Viewer,
  { kind, before, limit }: { kind: 'all' | 'mention'; before: number | undefined; limit: number },
): Promise<TicketNotice[]> {
  const { rows } = await sql<TicketNotice>`select ${noticeColumns}
    from ticket_notices n join tickets t on t.id = n.ticket_id
    where n.user_id = ${viewer.id} and ${visibleTo(viewer)} and n.id < ${before ?? Number.MAX_SAFE_INTEGER}
      and (${kind} = 'all' or n.kind = ${kind})
    order by n.id desc limit ${limit}`.execute(q);
  return rows;
}

/** Counts only tickets that the user may see. */
export async function countUnread(q: Query, eyes: Parameters<typeof visibleTo>[0]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n
    from ticket_notices n join tickets t on t.id = n.ticket_id
    where n.user_id = ${eyes.id} and n.read_at is null and ${visibleTo(eyes)}`.execute(q);
  return rows[0]?.n ?? 0;
}

type NoticeFilter = { ticket_id?: number | undefined; notice_id?: number | undefined };

/** Returns how many there were. */
export async function markRead(q: Query, userId: number, which: NoticeFilter, now: Date): Promise<number> {
  let query = q
    .updateTable('ticket_notices')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
  if (which.ticket_id !== undefined) query = query.where('ticket_id', '=', which.ticket_id);
  if (which.notice_id !== undefined) query = query.where('id', '=', which.notice_id);
  return (await query.returning('id').execute()).length;
}
