import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeletons } from '../ui/states/skeletons.tsx';
import classes from './plain-table.module.css';

/** The parts of an infinite query that the table needs. */
type Pages<Row> = {
  data: { pages: readonly { data: readonly Row[] }[] } | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type PagedColumn<Row> = {
  key: string;
  head: string;
  render: (row: Row) => ReactNode;
  /** The full text, shown as a tooltip. */
  title?: (row: Row) => string | undefined;
  /** Aligned right, as numbers are. */
  isFigure?: boolean;
  /** Free text: wraps over as many lines as it needs, in its own writing direction. */
  isLong?: boolean;
};

type Props<Row> = {
  title: string;
  pages: Pages<Row>;
  /** The first column names the row. */
  columns: readonly PagedColumn<Row>[];
  keyOf: (row: Row) => string | number;
  /** Shown instead of a table without rows. */
  empty?: string;
};

/** A plain table of records that loads more on request. */
export function PagedTable<Row>({ title, pages, columns, keyOf, empty }: Props<Row>) {
  const { t } = useTranslation('shared/listing');
  if (!pages.data)
    return pages.error ? (
      <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <Skeletons rows={8} height={36} />
    );
  const rows = pages.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0 && empty !== undefined) return <p className={classes['empty']}>{empty}</p>;
  return (
    <>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={title}>
        <table className={classes['table']}>
          <thead>
            <tr>
              {columns.map(({ key, head, isFigure }) => (
                <th key={key} scope="col" data-figure={isFigure || undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column, index) => (
                  <Cell key={column.key} row={row} column={column} isName={index === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages.hasNextPage && (
        <Button
          className={classes['more']}
          variant="default"
          size="xs"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}

type CellProps<Row> = { row: Row; column: PagedColumn<Row>; isName: boolean };

function Cell<Row>({
  row,
  column: { render, title, isFigure = false, isLong = false },
  isName,
}: CellProps<Row>) {
  const shown = {
    title: title?.(row),
    'data-figure': isFigure || undefined,
    'data-long': isLong || undefined,
    ...(isLong && { dir: 'auto' }),
  };
  return isName ? (
    <th scope="row" {...shown}>
      {render(row)}
    </th>
  ) : (
    <td {...shown}>{render(row)}</td>
  );
}
