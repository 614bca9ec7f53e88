import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns.ts';
import classes from './table.module.css';

type HeadColumn = Omit<Column<never>, 'cell' | 'title' | 'isDim'>;

/** The column heads; a click on a sortable one sorts. */
export function TableHead({ columns }: { columns: readonly HeadColumn[] }) {
  return (
    <div role="rowgroup" className={classes['heads']}>
      <div role="row" aria-rowindex={1} className={`${classes['row']} ${classes['head']}`}>
        {columns.map((column) => (
          <span
            key={column.id}
            role="columnheader"
            title={column.isNameHidden ? undefined : column.name}
            data-number={column.isNumber || undefined}
            {...(column.sort && { 'aria-sort': column.sort.direction ?? 'none' })}
          >
            <HeadCell column={column} />
          </span>
        ))}
      </div>
    </div>
  );
}

function HeadCell({ column }: { column: HeadColumn }) {
  const { t } = useTranslation('shared/table');
  const { name, sort, head, isNameHidden } = column;
  if (head !== undefined) return head;
  if (isNameHidden) return <span className="sr-only">{name}</span>;
  if (!sort) return name;
  const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" title={t('sort-by', { name })} onClick={sort.onSort}>
      {name}
      {sort.direction && <Arrow size={14} stroke={1.75} aria-hidden />}
    </button>
  );
}
