import { sql } from 'kysely';
import type { DepartmentMergeParticipant } from '#modules/settings';

/** The members of a department. From their next request on they see the tickets of the department it is merged into. */
export const peopleInDepartmentMerge: DepartmentMergeParticipant = {
  columns: ['user_departments.department_id', 'user_lost_departments.department_id'],

  async count(q, id) {
    const { rows } = await sql<{ people: number }>`select count(*) as people from user_departments d
      join users u on u.id = d.user_id and u.is_active where d.department_id = ${id}`.execute(q);
    return rows[0] ?? {};
  },

  async move(tx, { from, to }) {
    await sql`insert into user_departments (user_id, department_id)
      select user_id, ${to} from user_departments where department_id = ${from} on conflict do nothing`.execute(
      tx.q,
    );
    await sql`delete from user_departments where department_id = ${from}`.execute(tx.q);
    // Users who could see the removed department but not the remaining one keep the point from which they see nothing new.
    await sql`insert into user_lost_departments (user_id, department_id, after_message_id)
      select l.user_id, ${to}, l.after_message_id from user_lost_departments l where l.department_id = ${from}
        and not exists (select from user_departments d where d.user_id = l.user_id and d.department_id = ${to})
      on conflict do nothing`.execute(tx.q);
    await sql`delete from user_lost_departments where department_id = ${from}`.execute(tx.q);
    tx.emit('settings-changed', { part: 'people' }, ['everyone']);
  },
};
