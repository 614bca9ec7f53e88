import { Link } from '@tanstack/react-router';
import type { Ticket, TicketColumn } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';
import { useNow } from '#shared/lib/use-now.ts';
import type { Column } from '#shared/table/columns.ts';
import { DataTable } from '#shared/table/data-table.tsx';
import { tickColumn } from '#shared/table/row-checkbox.tsx';
import classes from '#shared/table/table.module.css';
import type { RowWindow } from '#shared/table/use-row-window.ts';
import type { Sort } from '../filters.ts';
import { RowMarks } from '../marks/row-marks.tsx';
import { sortsOf, widthOf } from './columns.ts';
import { TicketCell } from './ticket-cell.tsx';
import { useColumnNames } from './use-column-names.ts';

type Props = {
  window: RowWindow<Ticket>;
  columns: readonly TicketColumn[];
  search: DeskSearch;
  sort: Sort;
  onSort: (sort: Sort) => void;
  end: ReactNode;
};

const rowStyleOf = (ticket: Ticket) => ({ isStrong: ticket.unread > 0 });

/** The tickets as a table. The link in the first column covers the whole row. */
export default function TicketTable({ end, ...rest }: Props) {
  const { t } = useTranslation('tickets');
  return (
    <DataTable
      window={rest.window}
      label={t('table.label')}
      columns={useTicketColumns(rest)}
      hasHead
      isLined
      lookOf={rowStyleOf}
      end={end}
    />
  );
}

function useTicketColumns({ window, columns, search, sort, onSort }: Omit<Props, 'end'>) {
  const { t } = useTranslation('tickets');
  const nameOf = useColumnNames();
  const now = useNow(20_000);
  const { rows, selection, openId } = window;
  const columnOf = (column: TicketColumn, index: number): Column<Ticket> => {
    const { direction, next } = sortsOf(column, sort);
    return {
      id: column,
      name: nameOf(column),
      width: widthOf(column),
      ...(next && { sort: { direction, onSort: () => onSort(next) } }),
      cell: (ticket) => <Cell isLink={index === 0} {...{ ticket, column, now, search, openId }} />,
    };
  };
  const tick = tickColumn({
    rows,
    selection,
    name: t('bulk.label'),
    labelOf: ({ number }) => t('bulk.choose', { number }),
  });
  return [tick, ...columns.map(columnOf)];
}

type CellProps = {
  ticket: Ticket;
  column: TicketColumn;
  now: number;
  isLink: boolean;
  search: DeskSearch;
  openId: number | undefined;
};

function Cell({ ticket, column, now, isLink, search, openId }: CellProps) {
  const cell = <TicketCell {...{ ticket, column, now }} />;
  if (!isLink) return cell;
  return (
    <Link
      to="/tickets"
      search={{ ...search, id: ticket.id }}
      className={classes['link']}
      aria-current={ticket.id === openId ? 'page' : undefined}
      draggable={false}
    >
      <RowMarks ticket={ticket} />
      {cell}
    </Link>
  );
}
