import { CUSTOMER_TABLE_COLUMNS, isCustom, type CustomerTableColumn } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Platform } from '#platform/platform';
import './tables.ts';

type Columns = { columns: CustomerTableColumn[] | null };

/** The columns that each person has chosen for the table of customers. */
export function createColumns({ db }: Pick<Platform, 'db'>) {
  return {
    async columnsOf(viewer: Viewer): Promise<Columns> {
      const row = await db.q
        .selectFrom('customer_settings')
        .select('columns')
        .where('user_id', '=', viewer.id)
        .executeTakeFirst();
      return { columns: row?.columns?.filter(isColumn) ?? null };
    },

    async saveColumns(viewer: Viewer, { columns }: Columns): Promise<Columns> {
      await db.q
        .insertInto('customer_settings')
        .values({ user_id: viewer.id, columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ columns }))
        .execute();
      return { columns };
    },
  };
}

const isColumn = (name: string): name is CustomerTableColumn =>
  isCustom(name) || CUSTOMER_TABLE_COLUMNS.some((column) => column === name);
