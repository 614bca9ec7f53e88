import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartProps } from './chart-data.ts';
import classes from './charts.module.css';
import { ChartTable } from './chart-table.tsx';

const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }));

/** Figures as a picture with the names beside it, and as a table for whoever reads better there. */
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

/** The same with keys that are any text: what draws them has no use for their names. */
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
