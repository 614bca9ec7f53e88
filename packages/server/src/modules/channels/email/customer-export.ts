import { sql } from 'kysely';
import type { FileStore } from '#platform/file-store';
import type { Query } from '#platform/db';
import { paged, type Customers } from '#modules/customers';

type Deps = { customers: Pick<Customers, 'packages'>; files: Pick<FileStore, 'has' | 'read'> };
type MailRow = { id: number; file_id: string };

/** A customer's e-mails for their data package: received ones as they came, and those sent to them without a ticket. */
export function registerMailExport({ customers: { packages }, files }: Deps): void {
  packages.register({
    name: 'emails',
    async *rows(q, customerIds) {
      for await (const { file_id: _, ...mail } of mailsOf(q, customerIds))
        yield { ...mail, path: pathOf(mail.id) };
    },
    async *files(q, customerIds) {
      for await (const { id, file_id: file } of mailsOf(q, customerIds))
        yield {
          path: pathOf(id),
          open: () => Promise.resolve(files.has(file) ? files.read(file) : undefined),
        };
    },
  });
  packages.register({
    name: 'proactive_emails',
    rows: (q, customerIds) =>
      paged(async (after, most) => {
        const { rows } = await sql<{ id: number }>`
          select p.id, a.name as account, p.address, p.author_name, p.mail->>'subject' as subject, p.body, p.state, p.created_at
          from mail_proactive_messages p join report_channel_accounts a on a.id = p.mailbox_id
          where p.ticket_id is null and p.id > ${after} and p.address in (
            select i.value from customer_identities i where i.kind = 'email' and not i.is_claimed
              and i.customer_id = any(${customerIds}::bigint[]))
          order by p.id limit ${most}`.execute(q);
        return rows;
      }),
  });
}

const pathOf = (id: number): string => `emails/${id}.eml`;

/** E-mails on the customers' tickets, and rejected ones from their addresses. */
const mailsOf = (q: Query, customerIds: readonly number[]) =>
  paged(async (after, most) => {
    const { rows } = await sql<MailRow>`
      select m.id, t.number as ticket, m.arrived_at, m.sender, m.sender_name, m.subject, m.state, m.file_id
      from mails m left join tickets t on t.id = m.ticket_id
      where m.state <> 'gone' and m.id > ${after} and (t.customer_id = any(${customerIds}::bigint[])
        or (m.ticket_id is null and lower(m.sender) in (
          select i.value from customer_identities i where i.kind = 'email' and not i.is_claimed
            and i.customer_id = any(${customerIds}::bigint[]))))
      order by m.id limit ${most}`.execute(q);
    return rows;
  });
