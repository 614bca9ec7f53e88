import { sql } from 'kysely';
import { countExpired, type Settings } from '#modules/settings';

/** Originals of mails on solved and closed tickets are deleted like their attachments, which they contain. The messages stay. */
export function expireMails({ retention }: Pick<Settings, 'retention'>): void {
  const expiredSql = (before: string) => sql`from mails m join tickets t on t.id = m.ticket_id
    join customers c on c.id = t.customer_id
    where m.state = 'done' and m.arrived_at < ${before} and t.status in ('solved', 'closed') and c.held_at is null`;
  retention.register('files', {
    count: (q, before) => countExpired(q, expiredSql(before), sql`m.arrived_at`),
    async remove({ q }, before, most) {
      const { rows } = await sql<{ id: number; file_id: string }>`
        with gone as (select m.id ${expiredSql(before)} order by m.arrived_at limit ${most} for update of m)
        update mails m set state = 'gone', sender = '', sender_name = '', subject = '', reason = ''
        from gone where m.id = gone.id returning m.id, m.file_id`.execute(q);
      await sql`update messages m set mail = jsonb_set(m.mail, '{has_source}', 'false')
        from mail_messages k where k.mail_id = any(${rows.map(({ id }) => id)}::bigint[]) and m.id = k.message_id
          and m.created_at = k.created_at and m.mail is not null`.execute(q);
      return { count: rows.length, files: rows.map((row) => row.file_id) };
    },
  });
}
