import {
  CUSTOMER_TABLE_COLUMNS,
  isCustomFieldKey,
  type CustomerTableColumn,
  type getCustomerColumns,
  type ResponseOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import './tables.ts';

type Columns = ResponseOf<typeof getCustomerColumns>['data'];
type Deps = Pick<Platform, 'db'> & { settings: Pick<Settings, 'listLayouts'> };

/** The columns of the table of customers. */
export type CustomerColumns = {
  columnsOf(viewer: Viewer): Promise<Columns>;
  /** @throws AppError `forbidden` where their role does not allow a choice */
  saveColumns(viewer: Viewer, chosen: Pick<Columns, 'columns'>): Promise<Columns>;
};

/** Each user's columns of the table of customers, as far as their role allows a choice. */
export function createColumns({ db, settings }: Deps): CustomerColumns {
  async function columnsOf({ id, levelId }: Viewer): Promise<Columns> {
    const { columns: atFirst, sort, may_choose } = await settings.listLayouts.of(levelId, 'customers');
    const row = await db.q
      .selectFrom('customer_settings')
      .select('columns')
      .where('user_id', '=', id)
      .executeTakeFirst();
    const own = may_choose ? (row?.columns?.filter(isColumn) ?? null) : null;
    return { columns: own, at_first: atFirst, may_choose, sort };
  }

  return {
    columnsOf,

    async saveColumns(viewer, { columns }) {
      const { may_choose: mayChoose } = await settings.listLayouts.of(viewer.levelId, 'customers');
      if (!mayChoose) throw new AppError('forbidden');
      await db.q
        .insertInto('customer_settings')
        .values({ user_id: viewer.id, columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ columns }))
        .execute();
      return columnsOf(viewer);
    },
  };
}

const isColumn = (name: string): name is CustomerTableColumn =>
  isCustomFieldKey(name) || CUSTOMER_TABLE_COLUMNS.some((column) => column === name);
