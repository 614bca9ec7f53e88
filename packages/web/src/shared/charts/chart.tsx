import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartProps } from './chart-data.ts';
import classes from './charts.module.css';
import { ChartTable } from './chart-table.tsx';

const Plot = lazyPart(async () => ({ default: (await import('./plot.tsx')).Plot }));

/** A chart with a legend, which can be switched to a table. */
export function Chart<Key extends string>(props: ChartProps<Key>) {
  const { title, points, height = 240 } = props;
  const plain = plainProps(props);
  const { t } = useTranslation('shared/charts');
  const [isTable, setTable] = useState(false);
  const isEmpty = points.length === 0;
  return (
    <figure className={classes['chart']}>
      <figcaption className={classes['caption']}>
        <span className={classes['title']}>{title}</span>
        {!isEmpty && (
          <Button
            className={classes['switch']}
            variant="subtle"
            size="compact-xs"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t('as-chart') : t('as-table')}
          </Button>
        )}
      </figcaption>
      {isEmpty && (
        <p className={classes['empty']} style={{ height }}>
          {t('nothing')}
        </p>
      )}
      {!isEmpty && !isTable && (
        <div className={classes['plot']} style={{ minHeight: height }} aria-hidden>
          <Suspense fallback={<div className={classes['loading']} style={{ height }} />}>
            <Plot {...plain} height={height} />
          </Suspense>
        </div>
      )}
      {!isEmpty && <ChartTable {...plain} isShown={isTable} />}
    </figure>
  );
}

/** Widens the keys to plain strings, which is all that the drawing components need. */
function plainProps<Key extends string>({ onOpen, ...props }: ChartProps<Key>): ChartProps {
  if (!onOpen) return props;
  const { series, points } = props;
  return {
    ...props,
    onOpen(point, each) {
      const found = points.find(({ key }) => key === point.key);
      const which = series.find(({ key }) => key === each.key);
      if (found && which) onOpen(found, which);
    },
  };
}
