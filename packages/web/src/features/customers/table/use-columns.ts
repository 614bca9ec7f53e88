import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { columnsShown } from '#shared/table/columns.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  CUSTOMER_TABLE_COLUMNS,
  defaultCustomerColumns,
  customFieldIdOf,
  getCustomerColumns,
  isCustomFieldKey,
  saveCustomerColumns,
  type CustomFieldKey,
  type CustomerTableColumn,
  type ResponseOf,
} from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

// Begins with 'list-fields', so that it is fetched anew when an administrator changes a role's lists.
const KEY = ['list-fields', 'customers'];
type OwnColumns = ResponseOf<typeof getCustomerColumns>['data'];

const ownQuery = queryOptions<OwnColumns>({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await call(getCustomerColumns, { signal })).data,
  staleTime: 60_000,
});

/** The sort order that the user's role has for this list; undefined where none is set. */
export const useLevelSort = () => useQuery(ownQuery).data?.sort ?? undefined;

/** The columns of the table: those that the user has chosen, or the default ones. */
export function useColumns() {
  const fields = useCustomFields('customer');
  const { data } = useQuery(ownQuery);
  return useMemo(() => {
    const nameOf = ({ id }: { id: number }): CustomFieldKey => `field:${id}`;
    const asItComes = defaultCustomerColumns(fields.filter(({ in_list: isColumn }) => isColumn).map(nameOf));
    // Custom fields that were deleted have no column.
    const all = [...CUSTOMER_TABLE_COLUMNS, ...fields.map(nameOf)];
    const initial = columnsShown(data?.at_first, asItComes, all);
    return {
      columns: columnsShown(data?.columns, initial, all),
      initial,
      all,
      mayChoose: data?.may_choose !== false,
    };
  }, [data, fields]);
}

/** Shows the new columns at once, and the old ones again if the server refuses. */
export async function saveColumns(columns: CustomerTableColumn[]): Promise<void> {
  queryClient.setQueryData<OwnColumns>(KEY, (own) => own && { ...own, columns });
  try {
    await call(saveCustomerColumns, { body: { columns } });
  } finally {
    await queryClient.invalidateQueries({ queryKey: KEY });
  }
}

/** Returns the function that names a column. */
export function useColumnNames(): (column: CustomerTableColumn) => string {
  const { t } = useTranslation('customers');
  const fields = useCustomFields('customer');
  return (column) => {
    if (!isCustomFieldKey(column)) return t(`column.${NAMES[column]}`);
    return fields.find(({ id }) => id === customFieldIdOf(column))?.name ?? '';
  };
}

const NAMES = {
  name: 'name',
  company: 'company',
  identity: 'identity',
  open_tickets: 'open',
  total_tickets: 'total',
  last_contact_at: 'last_contact',
  created_at: 'created',
  language: 'language',
  note: 'note',
} as const;
