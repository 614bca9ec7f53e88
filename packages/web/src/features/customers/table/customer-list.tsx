import { useNarrow } from '#shared/lib/use-narrow.ts';
import { DataTable } from '#shared/table/data-table.tsx';
import { sourceOf } from '#shared/table/row-source.ts';
import { RowStates } from '#shared/table/row-states.tsx';
import { useRowWindow } from '#shared/table/use-row-window.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { Customer } from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomers } from '../api.ts';
import type { CustomerSort, CustomerView } from '../realtime.ts';
import { SortMenu } from '../sort-menu.tsx';
import { useCustomerColumns } from '../use-customer-columns.tsx';

type Props = {
  view: CustomerView;
  selectedId: number | undefined;
  onSort: (sort: CustomerSort) => void;
  onClear: () => void;
};

const ROW = 36;
const TALL_ROW = 60;
const rowHeight = () => ROW;
const tallHeight = () => TALL_ROW;
const versionOf = ({ version }: Customer) => version;

/** The customers as a table. */
export function CustomerList({ view, selectedId, onSort, onClear }: Props) {
  const { t } = useTranslation('customers');
  const narrow = useNarrow();
  const list = useCustomers(view);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const source = sourceOf(list, rows);
  const columns = useCustomerColumns({ openId: selectedId, sort: view.sort, onSort });
  const window = useRowWindow({
    source,
    listKey: `customers ${JSON.stringify(view)}`,
    heightOf: narrow ? tallHeight : rowHeight,
    hasHead: !narrow,
    freshOf: versionOf,
    openId: selectedId,
    selection: null,
    words: { group: t('keys.group'), next: t('keys.next'), previous: t('keys.previous') },
  });
  return (
    <RowStates
      source={source}
      rowHeight={narrow ? TALL_ROW : ROW}
      empty={<NoCustomers view={view} onClear={onClear} />}
    >
      {narrow && <SortMenu sort={view.sort} onSort={onSort} />}
      <DataTable window={window} label={t('list')} columns={columns} hasHead={!narrow} isLined={narrow} />
    </RowStates>
  );
}

function NoCustomers({
  view: { q: query, where = [] },
  onClear,
}: {
  view: CustomerView;
  onClear: () => void;
}) {
  const { t } = useTranslation('customers');
  if (where.length > 0)
    return (
      <EmptyState icon={IconUsers} title={t('filter.none-found')} hint={t('filter.none-found-hint')}>
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      </EmptyState>
    );
  if (query === '') return <EmptyState icon={IconUsers} title={t('empty')} hint={t('empty-hint')} />;
  return (
    <EmptyState icon={IconUsers} title={t('none-found', { query })} hint={t('none-found-hint')}>
      <Button variant="default" onClick={onClear}>
        {t('clear-search')}
      </Button>
    </EmptyState>
  );
}
