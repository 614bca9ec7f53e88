import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { runCounting, runAllCounting, type Customers } from '#modules/customers';
import { countExpired } from '#modules/settings';

/** Erases personal data of tickets: the rows stay for statistics, without their content. */
export function registerTicketErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  const expiredSql = (edge: string) => sql`erased_at is null and status in ('solved', 'closed')
    and coalesce(status_since, updated_at) < ${edge} and last_message_at < ${edge}
    and not exists (select from customers c where c.id = customer_id and c.held_at is not null)`;
  erasing.ticketsOf({
    async countExpired(q, edge) {
      return countExpired(
        q,
        sql`from tickets where ${expiredSql(edge)}`,
        sql`coalesce(status_since, updated_at)`,
      );
    },
    async nextOver(q, edge, most) {
      const { rows } = await sql<{ id: number }>`
        select id from tickets where ${expiredSql(edge)} order by coalesce(status_since, updated_at), id limit ${most} for update`.execute(
        q,
      );
      return rows.map(({ id }) => id);
    },
    async countOpen(q, customerIds) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from tickets
        where customer_id = any(${customerIds}::bigint[]) and merged_into is null and erased_at is null
          and status in ('open', 'pending', 'on_hold')`.execute(q);
      return rows[0]?.n ?? 0;
    },
    async next(q, customerIds, most) {
      const { rows } = await sql<{ id: number }>`select id from tickets
        where customer_id = any(${customerIds}::bigint[]) and erased_at is null order by id limit ${most}
        for update`.execute(q);
      return rows.map(({ id }) => id);
    },
  });
  erasing.register({
    async count(q, customerIds) {
      const { rows } = await sql<{ tickets: number; messages: number; files: number }>`
        with own as (select id from tickets where customer_id = any(${customerIds}::bigint[]))
        select (select count(*) from own)::int as tickets,
          (select count(*) from messages m join own on own.id = m.ticket_id where m.kind <> 'event')::int as messages,
          (select count(*) from files f join own on own.id = f.ticket_id)::int as files`.execute(q);
      return rows[0] ?? {};
    },
    async ofTickets(q, ids) {
      const files = await removeFiles(q, ids);
      const messages = await runCounting(
        q,
        sql`update messages set body = '', html_text = null, author_name = case author_type when 'user' then author_name else '' end,
          event = null, failure = null, mail = null, extra = null
          where ticket_id = any(${ids}::bigint[]) and kind in ('inbound', 'outbound')`,
      );
      const notes = await runCounting(
        q,
        sql`delete from messages where ticket_id = any(${ids}::bigint[]) and kind = 'note'`,
      );
      await sql`delete from messages where ticket_id = any(${ids}::bigint[]) and kind = 'event'`.execute(q);
      const drafts = await runCounting(
        q,
        sql`delete from ticket_drafts where ticket_id = any(${ids}::bigint[])`,
      );
      const copies = await runAllCounting(q, [
        sql`delete from ticket_notices where ticket_id = any(${ids}::bigint[])`,
        sql`delete from ticket_undos where ticket_id = any(${ids}::bigint[])`,
        sql`update bulk_tickets set before = null, after = null where ticket_id = any(${ids}::bigint[])`,
        sql`update ticket_merges set before = '{}' where ticket_id = any(${ids}::bigint[])`,
      ]);
      // A ticket that a restored backup has reopened is closed, since it has no content left to work on.
      await sql`update tickets set status = case when status in ('open', 'pending', 'on_hold') then 'closed' else status end,
        subject = '—', last_message = '', tags = '{}', fields = '{}', client_key = null,
        erased_at = now(), version = version + 1, revision = revision + 1 where id = any(${ids}::bigint[])`.execute(
        q,
      );
      return {
        counts: { tickets: ids.length, messages: messages + notes, files: files.length, drafts, copies },
        files,
      };
    },
  });
}

/** Replaces the name of an erased user in their messages. */
export async function renameAuthor(q: Query, userId: number, name: string): Promise<void> {
  await sql`update messages set author_name = ${name}
    where author_type = 'user' and author_id = ${userId} and author_name <> ${name}`.execute(q);
}

async function removeFiles(q: Query, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from files f where f.ticket_id = any(${ids}::bigint[])
      or f.id in (select unnest(d.file_ids) from ticket_drafts d where d.ticket_id = any(${ids}::bigint[]))
    returning f.id`.execute(q);
  return rows.map(({ id }) => id);
}
