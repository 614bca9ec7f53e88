import type { ListSearch } from '#shared/lib/search/list-search.ts';
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { sortableFields, type List, type ListRow } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { nextSort, type ListView } from '../list-view.ts';
import classes from '../lists.module.css';

type Props = {
  list: List;
  view: ListView;
  rows: readonly ListRow[];
  chosen: ReadonlySet<number> | null;
  onChoose: (chosen: ReadonlySet<number>) => void;
  onChange: (patch: { [K in 'sort' | 'direction']: ListSearch[K] | undefined }) => void;
};

/** The names of the columns, each of which sorts by itself. */
export function ListHead({ list, view, rows, chosen, onChoose, onChange }: Props) {
  const { t } = useTranslation('lists');
  const columns = sortableFields(list.fields);
  const isAll = rows.length > 0 && rows.every(({ id }) => chosen?.has(id));
  return (
    <div role="rowgroup">
      <div role="row" className={`${classes['row']} ${classes['head']}`} style={gridOf(columns.length)}>
        <span role="columnheader">
          <span className="sr-only">{t('order')}</span>
        </span>
        <span role="columnheader">
          {chosen && (
            <Checkbox
              size="xs"
              aria-label={t('choose-all')}
              checked={isAll}
              indeterminate={!isAll && chosen.size > 0}
              onChange={() => onChoose(new Set(isAll ? [] : rows.map(({ id }) => id)))}
            />
          )}
        </span>
        {columns.map((name) => (
          <span key={name} role="columnheader" aria-sort={sortOf(view, name)}>
            <button
              type="button"
              onClick={() => onChange({ sort: undefined, direction: undefined, ...nextSort(view, name) })}
            >
              {t(`field.${name}`)}
              <SortSign view={view} name={name} />
            </button>
          </span>
        ))}
        <span role="columnheader">{t('status')}</span>
        <span role="columnheader">
          <span className="sr-only">{t('more')}</span>
        </span>
      </div>
    </div>
  );
}

/** The columns of a row: handle, tick, the fields, status, menu. */
export const gridOf = (fields: number) => ({
  gridTemplateColumns: `24px 20px minmax(180px, 2fr) ${'minmax(96px, 1fr) '.repeat(fields - 1)}88px 32px`,
});

function sortOf(view: ListView, name: string): 'ascending' | 'descending' | 'none' {
  if (view.sort !== name) return 'none';
  return view.direction === 'asc' ? 'ascending' : 'descending';
}

function SortSign({ view, name }: { view: ListView; name: string }) {
  if (view.sort !== name) return null;
  const Sign = view.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return <Sign size={14} stroke={1.75} aria-hidden />;
}
