import type { SurveyRow } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { FigureTable } from '../figure-table.tsx';
import type { FigureTarget } from '../figure-tile.tsx';
import { SURVEY_METRICS, surveyText } from './survey-text.ts';

type Props = {
  title: string;
  /** Head of the first column, which names the rows. */
  head: string;
  rows: readonly SurveyRow[];
  opens: (row: SurveyRow) => FigureTarget;
};

/** The survey's figures by agent or department. */
export function SurveyTable({ title, head, rows, opens }: Props) {
  const { t } = useTranslation('dashboards');
  return (
    <FigureTable
      title={title}
      head={head}
      columns={SURVEY_METRICS.map((metric) => ({
        key: metric,
        name: t(`survey.metric.${metric}.name`),
        what: t(`survey.metric.${metric}.what`),
      }))}
      rows={rows.map((row) => {
        const own = row.name ?? t('none');
        const name = row.is_left ? t('agent.left', { name: own }) : own;
        return {
          key: row.id ?? '',
          name,
          cells: SURVEY_METRICS.map((metric) => ({
            text: surveyText(metric, row.figures),
            opens: metric === 'ratings' && row.figures.ratings > 0 ? opens(row) : undefined,
            label: `${t(`survey.metric.${metric}.name`)}, ${name}`,
          })),
        };
      })}
    />
  );
}
