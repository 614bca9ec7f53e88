import { useAuditEntries } from '#shared/audit/api.ts';
import { useEntryWords } from '#shared/audit/use-entry-words.ts';
import type { AuditSearch } from '#shared/lib/search/audit-search.ts';
import { exactTime, minuteTime } from '#shared/lib/format.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import type { Column } from '#shared/table/columns.ts';
import { DataTable } from '#shared/table/data-table.tsx';
import { sourceOf } from '#shared/table/row-source.ts';
import { RowStates } from '#shared/table/row-states.tsx';
import table from '#shared/table/table.module.css';
import { useRowWindow } from '#shared/table/use-row-window.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './audit.module.css';
import { filterOf } from './use-audit-search.ts';

type Props = { search: AuditSearch; onOpen: (id: number) => void; onClear: () => void };

const ROW = 36;
const TALL_ROW = 64;
const rowHeight = () => ROW;
const tallHeight = () => TALL_ROW;
/** Constant, because an entry never changes. */
const freshOf = () => 0;

/** The audit entries as a table, latest first. */
export function AuditTable({ search, onOpen, onClear }: Props) {
  const { t } = useTranslation('audit');
  const narrow = useNarrow();
  const filter = useMemo(() => filterOf(search), [search]);
  const entries = useAuditEntries(filter);
  const rows = useMemo(() => entries.data?.pages.flatMap((page) => page.data) ?? [], [entries.data]);
  const source = sourceOf(entries, rows);
  const columns = useAuditColumns(search.id);
  const window = useRowWindow({
    source,
    listKey: `audit ${JSON.stringify(filter)}`,
    heightOf: narrow ? tallHeight : rowHeight,
    hasHead: !narrow,
    freshOf,
    openId: search.id,
    onOpen,
    selection: null,
    words: { group: t('keys.group'), next: t('keys.next'), previous: t('keys.previous') },
  });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <RowStates
      source={source}
      rowHeight={narrow ? TALL_ROW : ROW}
      empty={
        <EmptyState
          icon={IconListSearch}
          title={t(isFiltered ? 'none-found' : 'empty')}
          hint={t(isFiltered ? 'none-found-hint' : 'empty-hint')}
        >
          {isFiltered && (
            <Button variant="default" onClick={onClear}>
              {t('show-all')}
            </Button>
          )}
        </EmptyState>
      }
    >
      <DataTable window={window} label={t('list')} columns={columns} hasHead={!narrow} isLined={narrow} />
    </RowStates>
  );
}

function useAuditColumns(openId: number | undefined): readonly Column<AuditEntry>[] {
  const { t } = useTranslation('audit');
  const narrow = useNarrow();
  const words = useEntryWords();
  const link = (entry: AuditEntry) => (
    <Link
      to="/settings/audit"
      search={(before: Record<string, unknown>) => ({ ...before, id: entry.id })}
      className={table['link'] ?? ''}
      aria-current={entry.id === openId || undefined}
      preload={false}
    >
      {words.action(entry)}
    </Link>
  );
  const quiet = { isDim: () => true };
  const at: Column<AuditEntry> = {
    id: 'at',
    name: t('column.at'),
    width: { px: 150 },
    title: (entry) => exactTime(entry.at),
    cell: (entry) => minuteTime(entry.at),
    ...quiet,
  };
  const who: Column<AuditEntry> = {
    id: 'who',
    name: t('column.who'),
    width: { px: 140, share: 1 },
    cell: (entry) => <bdi>{words.who(entry)}</bdi>,
  };
  const subject: Column<AuditEntry> = {
    id: 'subject',
    name: t('column.subject'),
    width: { px: 120, share: 1 },
    cell: (entry) => <bdi>{words.subject(entry)}</bdi>,
    ...quiet,
  };
  const address: Column<AuditEntry> = {
    id: 'address',
    name: t('column.address'),
    width: { px: 130 },
    cell: (entry) => entry.source?.address ?? '',
    ...quiet,
  };
  const action: Column<AuditEntry> = {
    id: 'action',
    name: t('column.action'),
    width: { px: 200, share: 2 },
    cell: link,
  };
  if (!narrow) return [action, subject, who, at, address];
  const tall = (entry: AuditEntry) => (
    <span className={classes['tall']}>
      {link(entry)}
      <span className={classes['by']}>
        {words.subject(entry) !== '' && (
          <>
            <bdi>{words.subject(entry)}</bdi> ·{' '}
          </>
        )}
        <bdi>{words.who(entry)}</bdi> · {minuteTime(entry.at)}
      </span>
    </span>
  );
  return [{ ...action, width: { px: 0, share: 1 }, cell: tall }];
}
