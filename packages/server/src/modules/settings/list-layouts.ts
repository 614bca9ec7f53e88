import type { BodyOf, LaidOutList, LevelLayouts, saveLayouts } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import { auditedChange, insertAudit } from '#platform/audit';
import type { Query } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import './tables.ts';

const AS_IT_COMES = { columns: null, sort: null, may_choose: true } as const;

async function read(q: Query, levelId: number | null): Promise<LevelLayouts[]> {
  const { rows } = await sql<{
    level_id: number;
    level: string;
    version: number;
    tickets: LevelLayouts['tickets'] | null;
    customers: LevelLayouts['customers'] | null;
  }>`
    select v.id as level_id, v.name as level, coalesce(l.version, 0) as version, l.tickets, l.customers
    from user_levels v left join list_layouts l on l.user_level_id = v.id
    where ${levelId}::bigint is null or v.id = ${levelId} order by lower(v.name), v.id`.execute(q);
  return rows.map(({ tickets, customers, ...row }) => ({
    ...row,
    tickets: tickets ?? AS_IT_COMES,
    customers: customers ?? AS_IT_COMES,
  }));
}

const layoutsOf = ({ tickets, customers }: Pick<LevelLayouts, LaidOutList>) => ({ tickets, customers });

/** The columns of the lists of tickets and customers per role, and whether its users may choose their own. */
export type ListLayouts = {
  /** Of every role, by name. */
  list(): Promise<LevelLayouts[]>;
  /** The layout of one list, for users of that role. */
  of<L extends LaidOutList>(levelId: number, list: L): Promise<LevelLayouts[L]>;
  /** @throws AppError `stale` where the version is not the latest */
  save(viewer: Viewer, levelId: number, body: BodyOf<typeof saveLayouts>): Promise<LevelLayouts>;
};

/** See `ListLayouts`. */
export function createListLayouts({ db }: Pick<Platform, 'db'>): ListLayouts {
  return {
    list: () => read(db.q, null),

    async of<L extends LaidOutList>(levelId: number, list: L) {
      const [own] = await read(db.q, levelId);
      return own?.[list] ?? AS_IT_COMES;
    },

    save: (viewer, levelId, body) =>
      db.transaction(async (tx) => {
        // Locks the role, since there may be no row yet.
        await tx.q.selectFrom('user_levels').select('id').where('id', '=', levelId).forUpdate().execute();
        const before = found((await read(tx.q, levelId))[0]);
        const { version, tickets, customers } = body;
        if (before.version !== version) throw new AppError('stale', { current: before });
        const row = {
          tickets: JSON.stringify(tickets),
          customers: JSON.stringify(customers),
          version: version + 1,
        };
        await tx.q
          .insertInto('list_layouts')
          .values({ user_level_id: levelId, ...row })
          .onConflict((conflict) => conflict.column('user_level_id').doUpdateSet(row))
          .execute();
        const subject = `level ${levelId}`;
        await insertAudit(tx.q, {
          viewer,
          action: 'list_fields.changed',
          subject,
          details: auditedChange(layoutsOf(before), layoutsOf(body)) ?? {},
        });
        tx.emit('settings-changed', { part: 'list-fields' }, ['everyone']);
        tx.emit('ticket-views-changed', { view_id: null }, [`level:${levelId}`]);
        return found((await read(tx.q, levelId))[0]);
      }),
  };
}
