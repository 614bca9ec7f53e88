import { Checkbox } from '@mantine/core';
import type { ActivityCode } from '@trunkline/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeableCells,
  hasActivity,
  stateOf,
  withCellsSwitched,
  withCells,
  type Cell,
  type Group,
  type LevelForm,
  type PermissionRow,
} from './level-form.ts';
import classes from './matrix.module.css';
import { moveFocusByArrows } from './arrow-navigation.ts';
import { useWords } from './use-words.ts';

/** Activities that most pages have get a column each; all others share the last column. */
const COLUMNS = ['VIEW', 'CREATE', 'EDIT'] as const satisfies readonly ActivityCode[];

type Props = {
  form: LevelForm;
  groups: readonly Group[];
  grantable: ReadonlySet<string>;
  canEdit: boolean;
  onChange: (form: LevelForm) => void;
};

const cellsOf = ({ code, activities }: PermissionRow): Cell[] =>
  activities.map((activity) => ({ code, activity }));
const inColumn = (rows: readonly PermissionRow[], column: ActivityCode): Cell[] =>
  rows.flatMap((row) => cellsOf(row).filter(({ activity }) => activity === column));

/** Permissions by page and activity, grouped as in the menu, with switches for whole rows and columns. */
export function Matrix(props: Props) {
  const { groups } = props;
  const { t } = useTranslation('people/levels');
  const words = useWords();
  const all = groups.flatMap(({ rows }) => rows);
  return (
    <table ref={moveFocusByArrows} className={classes['matrix']} aria-label={t('matrix')}>
      <thead>
        <tr>
          <th scope="col">{t('page')}</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-column>
              <span>{words.activity(column)}</span>
              <Several
                {...props}
                cells={inColumn(all, column)}
                label={t('whole', { activity: words.activity(column) })}
              />
            </th>
          ))}
          <th scope="col">{t('more')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ group, rows }) => (
          <Fragment key={`${group} ${rows[0]?.code}`}>
            {group !== '' && (
              <tr data-group>
                <th scope="rowgroup">{words.group(group)}</th>
                {COLUMNS.map((column) => (
                  <td key={column} data-column data-label={words.activity(column)}>
                    <Several
                      {...props}
                      cells={inColumn(rows, column)}
                      label={t('whole-group', {
                        activity: words.activity(column),
                        group: words.group(group),
                      })}
                    />
                  </td>
                ))}
                <td aria-hidden />
              </tr>
            )}
            {rows.map((row) => (
              <MatrixRow key={row.code} {...props} row={row} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function MatrixRow({ row, ...props }: Props & { row: PermissionRow }) {
  const { t } = useTranslation('people/levels');
  const words = useWords();
  const page = words.page(row.code);
  const more = cellsOf(row).filter(({ activity }) => !COLUMNS.some((column) => column === activity));
  return (
    <tr>
      <th scope="row">
        <Several {...props} cells={cellsOf(row)} label={t('everything', { page })} shown={page} />
      </th>
      {COLUMNS.map((column) => (
        <td key={column} data-column data-label={words.activity(column)}>
          {inColumn([row], column).map((cell) => (
            <One key={column} {...props} cell={cell} />
          ))}
        </td>
      ))}
      <td>
        <div className={classes['more']}>
          {more.map((cell) => (
            <One key={cell.activity} {...props} cell={cell} isNamed />
          ))}
        </div>
      </td>
    </tr>
  );
}

function One({
  form,
  grantable,
  canEdit,
  onChange,
  cell,
  isNamed = false,
}: Omit<Props, 'groups'> & { cell: Cell; isNamed?: boolean }) {
  const { t } = useTranslation('people/levels');
  const words = useWords();
  const activity = words.activity(cell.activity);
  const isGiven = hasActivity(form, cell);
  const isMine = changeableCells(form, [cell], grantable).length > 0;
  return (
    <Checkbox
      size="xs"
      checked={isGiven}
      disabled={!canEdit || !isMine}
      {...(canEdit && !isMine && { title: t('not-yours') })}
      {...(isNamed && { label: activity })}
      aria-label={t('cell', { page: words.page(cell.code), activity })}
      onChange={() => onChange(withCells(form, [cell], !isGiven))}
    />
  );
}

/** One checkbox for several cells. */
function Several({
  form,
  grantable,
  canEdit,
  onChange,
  cells,
  label,
  shown,
}: Omit<Props, 'groups'> & { cells: readonly Cell[]; label: string; shown?: string }) {
  if (cells.length === 0) return null;
  const state = stateOf(form, cells);
  return (
    <Checkbox
      size="xs"
      checked={state === 'all'}
      indeterminate={state === 'some'}
      disabled={!canEdit || changeableCells(form, cells, grantable).length === 0}
      {...(shown !== undefined && { label: shown })}
      aria-label={label}
      onChange={() => onChange(withCellsSwitched(form, cells, grantable))}
    />
  );
}
