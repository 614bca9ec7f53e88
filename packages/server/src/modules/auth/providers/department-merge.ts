import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { DepartmentMergeParticipant } from '#modules/settings';
import '../tables.ts';

const providers = (q: Query) => q.selectFrom('sign_in_providers').select(['id', 'departments']);
type Provider = Awaited<ReturnType<ReturnType<typeof providers>['executeTakeFirstOrThrow']>>;

const isNaming =
  (id: number) =>
  ({ departments }: Provider): boolean =>
    departments.some(({ department_id: own }) => own === id);

/** Claims of sign-in providers that say that somebody is in a department. */
export const providersInDepartmentMerge: DepartmentMergeParticipant = {
  columns: ['sign_in_providers.departments'],

  async count(q, id) {
    return { providers: (await providers(q).execute()).filter(isNaming(id)).length };
  },

  async move(tx, { from, to }) {
    const rows = await providers(tx.q).forUpdate().execute();
    for (const { id, departments } of rows.filter(isNaming(from))) {
      const led = departments.map((one) =>
        one.department_id === from ? { ...one, department_id: to } : one,
      );
      const own = new Map(led.map((one) => [JSON.stringify([one.value, one.department_id]), one]));
      await tx.q
        .updateTable('sign_in_providers')
        .set({ departments: JSON.stringify([...own.values()]), version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
      tx.emit('settings-changed', { part: 'providers' }, ['everyone']);
    }
  },
};
