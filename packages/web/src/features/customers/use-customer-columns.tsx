import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useNow } from '#shared/lib/use-now.ts';
import type { Column } from '#shared/table/columns.ts';
import type { Customer, CustomerTableColumn } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { CustomerCell, CustomerLink, isDimmed, StackedCell, timeOf } from './customer-cell.tsx';
import type { CustomerSort } from './realtime.ts';
import { columnsBesideProfile, SORT_OF, widthOf } from './table/table-columns.ts';
import { useColumnNames, useColumns } from './table/use-columns.ts';

type Options = {
  openId: number | undefined;
  sort: CustomerSort;
  onSort: (sort: CustomerSort) => void;
};

/** The columns of the table for the available space: fewer beside an open profile, one on phones. */
export function useCustomerColumns({ openId, sort, onSort }: Options): readonly Column<Customer>[] {
  const { t } = useTranslation('customers');
  const narrow = useNarrow();
  const now = useNow(60_000);
  const nameOf = useColumnNames();
  const { columns } = useColumns();
  const shown = openId === undefined ? columns : columnsBesideProfile(columns);

  function columnOf(column: CustomerTableColumn, index: number): Column<Customer> {
    const cell = (customer: Customer) => <CustomerCell {...{ customer, column, now }} />;
    return {
      id: column,
      name: nameOf(column),
      width: widthOf(column),
      isNumber: column === 'open_tickets' || column === 'total_tickets',
      sort: sortOf(column, sort, onSort),
      isDim: (customer) => isDimmed(customer, column),
      title: (customer) => timeOf(customer, column),
      cell: (customer) =>
        index > 0 ? (
          cell(customer)
        ) : (
          <CustomerLink id={customer.id} isOpen={customer.id === openId}>
            {cell(customer)}
          </CustomerLink>
        ),
    };
  }

  if (!narrow) return shown.map(columnOf);
  const cell = (customer: Customer) => <StackedCell {...{ customer, now }} />;
  return [{ id: 'name', name: t('column.name'), width: { px: 0, share: 1 }, cell }];
}

function sortOf(
  column: CustomerTableColumn,
  sort: CustomerSort,
  onSort: Options['onSort'],
): Column<Customer>['sort'] {
  const own = SORT_OF[column];
  if (!own) return undefined;
  const direction = own === 'name' ? 'ascending' : 'descending';
  return { direction: sort === own ? direction : undefined, onSort: () => onSort(own) };
}
