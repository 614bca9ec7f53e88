import { lazyPart } from '#shared/loading/lazy-part.ts';
import type { ListSearch } from '#shared/lib/search/list-search.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import type { Column } from '#shared/table/columns.ts';
import { tickColumn } from '#shared/table/row-checkbox.tsx';
import table from '#shared/table/table.module.css';
import type { Selection } from '#shared/table/use-selection.ts';
import { Link } from '@tanstack/react-router';
import { rowName, sortableFields, type SettingsList, type ListRow } from '@trunkline/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMergedInto } from './departments/use-merged-into.ts';
import { nextSort, type ListView } from './list-view.ts';
import classes from './lists.module.css';
import { DragHandle } from './table/movable-row.tsx';
import { RowMenu } from './row-menu.tsx';
import type { ListActions } from './use-list-actions.ts';
import { useValueWords } from './use-value-words.ts';

const RuleSign = lazyPart(() =>
  import('./rules/skipped-steps-mark.tsx').then((module) => ({ default: module.SkippedStepsMark })),
);

type Options = {
  list: SettingsList;
  view: ListView;
  rows: readonly ListRow[];
  selection: Selection | null;
  actions: ListActions;
  onChange: (patch: { [K in 'sort' | 'direction']: ListSearch[K] | undefined }) => void;
  onHistory: (id: number) => void;
  /** Present where rows run by themselves, as automation rules do. */
  onRuns: ((id: number) => void) | undefined;
  /** Present where rows can be merged, as departments can. */
  onMerge: ((row: ListRow) => void) | undefined;
};

/** The columns of the table: handle, checkbox, fields, status and menu. On phones status and fields are shown below the name. */
export function useListColumns(options: Options): readonly Column<ListRow>[] {
  const { list, rows, selection, actions, onHistory, onRuns, onMerge } = options;
  const { t } = useTranslation('lists');
  const narrow = useNarrow();
  const fields = useFieldColumns(options);
  const name = rowName;
  return [
    {
      id: 'grip',
      name: t('order'),
      width: { px: 24 },
      isControl: true,
      isNameHidden: true,
      cell: (row) => <DragHandle row={row} />,
    },
    tickColumn({
      rows,
      selection,
      name: t('choose-all'),
      labelOf: (row) => t('choose', { name: name(row) }),
      allLabel: t('choose-all'),
    }),
    ...(narrow ? [fields.tall] : [fields.name, ...fields.others]),
    ...(narrow
      ? []
      : [
          {
            id: 'status',
            name: t('status'),
            width: { px: 88 },
            cell: (row: ListRow) => <State row={row} kind={list.kind} />,
          },
        ]),
    {
      id: 'menu',
      name: t('more'),
      width: { px: 32 },
      isControl: true,
      isNameHidden: true,
      cell: (row) => (
        <RowMenu
          kind={list.kind}
          {...{ row, actions, onHistory, onRuns, onMerge }}
          canEdit={selection !== null}
        />
      ),
    },
  ];
}

function useFieldColumns({ list, view, onChange }: Options) {
  const { t } = useTranslation('lists');
  const words = useValueWords(list);
  const [first = 'name', ...rest] = sortableFields(list.fields).toSorted(
    (a, b) => Number(b === 'name') - Number(a === 'name'),
  );
  const textOf = (row: ListRow, field: string): string => {
    const value = row.values[field] ?? null;
    return value === null || value === false ? '' : words(field, value);
  };
  const columnOf = (field: string): Omit<Column<ListRow>, 'cell'> => ({
    id: field,
    name: t(`field.${field}`),
    width: field === first ? { px: 180, share: 2 } : { px: 96, share: 1 },
    sort: {
      direction: view.sort !== field ? undefined : view.direction === 'asc' ? 'ascending' : 'descending',
      onSort: () => onChange({ sort: undefined, direction: undefined, ...nextSort(view, field) }),
    },
  });
  /** Returns the values of all fields in one line. */
  const inShort = (row: ListRow) =>
    rest
      .filter((field) => textOf(row, field) !== '')
      .map((field) => (row.values[field] === true ? t(`field.${field}`) : textOf(row, field)))
      .join(' · ');
  return {
    name: { ...columnOf(first), cell: (row: ListRow) => <RowLink row={row} /> },
    others: rest.map((field): Column<ListRow> => ({
      ...columnOf(field),
      isDim: () => true,
      cell: (row) => textOf(row, field),
    })),
    tall: {
      ...columnOf(first),
      width: { px: 0, share: 1 },
      cell: (row: ListRow) => (
        <span className={classes['who']}>
          <RowLink row={row} />
          <span className={classes['dim']}>
            <State row={row} kind={list.kind} /> {inShort(row)}
          </span>
        </span>
      ),
    },
  };
}

/** Opens a row; the link covers the whole row, below handle, checkbox and menu. */
function RowLink({ row }: { row: ListRow }) {
  return (
    <Link
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, id: row.id })}
      className={`${table['link']} ${classes['name']}`}
      preload={false}
    >
      <bdi>{rowName(row)}</bdi>
    </Link>
  );
}

function State({ row, kind }: { row: ListRow; kind: SettingsList['kind'] }) {
  const { t } = useTranslation('lists');
  const isMerged = useMergedInto(kind, row.id) !== undefined;
  return (
    <>
      <span className={classes['state']} data-on={row.is_active || undefined}>
        {t(isMerged ? 'merged' : row.is_active ? 'active' : 'inactive')}
      </span>
      {kind === 'automation' && (
        <Suspense>
          <RuleSign id={row.id} />
        </Suspense>
      )}
    </>
  );
}
