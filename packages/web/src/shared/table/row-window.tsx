import { Button } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identified } from './held-order.ts';
import { rowCountOf } from './row-source.ts';
import classes from './row-window.module.css';
import { HEAD_HEIGHT, type RowWindow } from './use-row-window.ts';

/** A row with its position. */
export type WindowRow<Row> = {
  row: Row;
  index: number;
  top: number;
  height: number;
  isOpen: boolean;
  hasCursor: boolean;
};

type Props<Row> = {
  window: RowWindow<Row>;
  role: 'table' | 'list';
  label: string;
  /** The column heads. */
  head?: ReactNode;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Shown below the last row. */
  end?: ReactNode;
  children: (line: WindowRow<Row>) => ReactNode;
};

/** The scrolling frame of a table or a list of rows. */
export function RowWindowFrame<Row extends Identified>(props: Props<Row>) {
  const { window, role, label, head, className, style, end, children } = props;
  const { t } = useTranslation('shared/table');
  const { t: shared } = useTranslation('shared');
  const { source, rows, waiting, openId, cursor } = window;
  const isTable = role === 'table';
  const above = head === undefined ? 0 : HEAD_HEIGHT;
  return (
    <div className={classes['frame']} data-table={isTable || undefined} {...window.frame}>
      <div role="status" className={classes['waiting']}>
        {waiting > 0 && (
          <button type="button" className={classes['pill']} onClick={window.onShowWaiting}>
            {t('new', { count: waiting })}
          </button>
        )}
      </div>
      <div className={classes['scroller']} {...window.scroller}>
        <div
          role={role}
          aria-label={label}
          {...(isTable && { 'aria-rowcount': rowCountOf(source) })}
          className={className}
          style={style}
        >
          {head}
          <div
            role={isTable ? 'rowgroup' : 'presentation'}
            className={classes['space']}
            data-stale={source.isStale || undefined}
            style={{ height: window.totalHeight }}
          >
            {window.items.map(({ index, start, size }) => {
              const row = rows[index];
              if (!row) return null;
              return children({
                row,
                index,
                top: start - above,
                height: size,
                isOpen: row.id === openId,
                hasCursor: row.id === cursor.shown,
              });
            })}
          </div>
        </div>
        {source.isMoreFailed ? (
          <p className={classes['end']} role="alert">
            {t('more-failed')}{' '}
            <Button size="compact-xs" variant="subtle" onClick={source.onMore}>
              {shared('try-again')}
            </Button>
          </p>
        ) : (
          end !== undefined && <p className={classes['end']}>{end}</p>
        )}
      </div>
    </div>
  );
}
