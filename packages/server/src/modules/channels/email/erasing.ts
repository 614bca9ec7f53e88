import { sql } from 'kysely';
import { runCounting, runAllCounting, patternsContaining, type Customers } from '#modules/customers';

/** What e-mail keeps of customers: mails as they came and went out, and by what answers to them are known. */
export function registerMailErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  // As after the retention period: only the dedupe key stays, so that the mail is recognised if the server lists it again.
  const forget = sql`update mails set state = 'gone', sender = '', sender_name = '', subject = '', reason = ''`;
  erasing.register({
    async ofPerson(q, { addresses }) {
      const gone = await sql<{ file_id: string }>`${forget}
        where lower(sender) = any(${addresses}::text[]) and state <> 'received' and state <> 'gone'
        returning file_id`.execute(q);
      const drafts = await sql<{ file_ids: string[] }>`delete from mail_drafts
        where place ilike any(${patternsContaining(addresses)}::text[]) or mail::text ilike any(${patternsContaining(addresses)}::text[])
        returning file_ids`.execute(q);
      // Mails on tickets are erased together with their tickets.
      const unanswered = sql`select id from mail_proactive_messages where ticket_id is null
        and address = any(${addresses}::text[])`;
      const copies = await runAllCounting(q, [
        sql`delete from mail_outbox where message_id in (${unanswered})`,
        sql`delete from mail_messages where message_id in (${unanswered})`,
        sql`delete from mail_proactive_messages where id in (${unanswered})`,
      ]);
      return {
        counts: { mails: gone.rows.length, drafts: drafts.rows.length, copies },
        files: [...gone.rows.map((row) => row.file_id), ...drafts.rows.flatMap((row) => row.file_ids)],
      };
    },
    async ofTickets(q, ids) {
      const files = await sql<{ id: string | null }>`
        select file_id as id from mails where ticket_id = any(${ids}::bigint[]) and state <> 'gone'
        union select html_file_id from mail_messages where ticket_id = any(${ids}::bigint[])
        union select (jsonb_path_query(inline_files, '$[*].id') #>> '{}')::uuid from mail_messages
          where ticket_id = any(${ids}::bigint[])`.execute(q);
      const mails = await runCounting(
        q,
        sql`${forget} where ticket_id = any(${ids}::bigint[]) and state <> 'gone'`,
      );
      const copies = await runAllCounting(q, [
        sql`delete from mail_outbox where ticket_id = any(${ids}::bigint[]) or message_id in (
          select id from mail_proactive_messages where ticket_id = any(${ids}::bigint[]))`,
        sql`delete from mail_proactive_messages where ticket_id = any(${ids}::bigint[])`,
        sql`delete from mail_messages where ticket_id = any(${ids}::bigint[])`,
        sql`delete from mail_people where ticket_id = any(${ids}::bigint[])`,
      ]);
      return {
        counts: { mails, copies },
        files: files.rows.flatMap(({ id }) => (id === null ? [] : [id])),
      };
    },
  });
}
