import page from '#shared/ui/layout/figure-page.module.css';
import { figureChange } from '#shared/charts/figure-change.ts';
import { percentPoints } from '#shared/lib/format.ts';
import { METRICS, type MetricCode, type Report } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { ReportDefinition } from '../api.ts';
import { OpenFigure } from './open-figure.tsx';
import { figureText } from './report-view.ts';

type Props = { definition: ReportDefinition; report: Report; onOpen: (metric: MetricCode) => void };

/** The main figures of the period, with definitions and the values of the period before. */
export function Tiles({ definition, report: { total, before }, onOpen }: Props) {
  const { t, i18n } = useTranslation('reporting');
  const metrics: readonly MetricCode[] = definition.tiles;
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', signDisplay: 'exceptZero' });
  return (
    <dl className={page['tiles']}>
      {metrics.map((metric) => {
        const change = before && figureChange(metric, total[metric], before[metric]);
        return (
          <div key={metric} title={t(`metric.${metric}.what`)}>
            <dt>{t(`metric.${metric}.name`)}</dt>
            <dd>
              <OpenFigure definition={definition} metric={metric} value={total[metric]} onOpen={onOpen} />
            </dd>
            {before && (
              <dd className={page['before']}>
                <span>{t('before', { value: figureText(metric, before[metric]) })}</span>{' '}
                {typeof change === 'number' && (
                  <span>
                    (
                    {METRICS[metric] === 'ratio'
                      ? t('points', { change: percentPoints(change) })
                      : share.format(change)}
                    )
                  </span>
                )}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
