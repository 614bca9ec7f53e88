import { sql } from 'kysely';
import { countExpired, type Settings } from '#modules/settings';

/** Attachments of solved and closed tickets are deleted after the retention; the messages stay. */
export function expireFiles({ retention }: Pick<Settings, 'retention'>): void {
  const expiredSql = (before: string) => sql`from files f join tickets t on t.id = f.ticket_id
    join customers c on c.id = t.customer_id
    where f.message_id is not null and f.created_at < ${before} and t.status in ('solved', 'closed')
      and c.held_at is null`;
  retention.register('files', {
    count: (q, before) => countExpired(q, expiredSql(before), sql`f.created_at`),
    async remove({ q }, before, most) {
      const { rows } = await sql<{ id: string }>`
        with gone as (select f.id ${expiredSql(before)} order by f.created_at limit ${most} for update of f)
        delete from files f using gone where f.id = gone.id returning f.id`.execute(q);
      return { count: rows.length, files: rows.map(({ id }) => id) };
    },
  });
}
