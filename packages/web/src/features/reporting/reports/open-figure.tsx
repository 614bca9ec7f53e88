import type { MetricCode } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { ReportDefinition } from '../api.ts';
import classes from '../reporting.module.css';
import { figureText, hasRecords } from './report-view.ts';

type Props = {
  definition: ReportDefinition;
  metric: MetricCode;
  value: number | null | undefined;
  onOpen: (metric: MetricCode) => void;
};

/** A figure that opens the records it counts, if it counts any. */
export function OpenFigure({ definition, metric, value, onOpen }: Props) {
  const { t } = useTranslation('reporting');
  const text = figureText(metric, value);
  if (!hasRecords(definition, metric, value)) return text;
  const name = t(`metric.${metric as 'waits'}.name`);
  return (
    <button
      type="button"
      className={classes['figure']}
      aria-label={t('open-figure', { value: text, name })}
      onClick={() => onOpen(metric)}
    >
      {text}
    </button>
  );
}
