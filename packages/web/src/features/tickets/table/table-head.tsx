import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { TicketColumn } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { Sort } from '../filters.ts';
import { sortsOf, tracksOf } from './columns.ts';
import classes from './table.module.css';
import { useColumnNames } from './use-column-names.ts';

type Props = { columns: readonly TicketColumn[]; sort: Sort; onSort: (sort: Sort) => void };

/** The names of the columns; those that carry an order sort by a press. */
export default function TableHead({ columns, sort, onSort }: Props) {
  const { t } = useTranslation('tickets');
  const nameOf = useColumnNames();
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={`${classes['row']} ${classes['head']}`}
      style={{ gridTemplateColumns: tracksOf(columns) }}
    >
      <span role="columnheader">
        <span className="sr-only">{t('bulk.label')}</span>
      </span>
      {columns.map((column) => {
        const { direction, next } = sortsOf(column, sort);
        const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
        return (
          <span key={column} role="columnheader" {...(direction && { 'aria-sort': direction })}>
            {next ? (
              <button
                type="button"
                title={t('table.sortBy', { name: nameOf(column) })}
                onClick={() => onSort(next)}
              >
                {nameOf(column)}
                {direction && <Arrow size={14} stroke={1.75} aria-hidden />}
              </button>
            ) : (
              nameOf(column)
            )}
          </span>
        );
      })}
    </div>
  );
}
