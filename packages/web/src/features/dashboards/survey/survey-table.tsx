import type { SurveyRow } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../dashboards.module.css';
import { Figure, type Opens } from '../figure-tile.tsx';
import { SURVEY_METRICS, surveyText } from './survey-text.ts';

type Props = {
  title: string;
  /** What a row is of. */
  head: string;
  rows: readonly SurveyRow[];
  opens: (row: SurveyRow) => Opens;
};

/** The same figures by agent or department. */
export function SurveyTable({ title, head, rows, opens }: Props) {
  const { t } = useTranslation('dashboards');
  return (
    <section className={classes['part']}>
      <h2>{title}</h2>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={title}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {SURVEY_METRICS.map((metric) => (
                <th key={metric} scope="col" data-figure title={t(`survey.metric.${metric}.what`)}>
                  {t(`survey.metric.${metric}.name`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const own = row.name ?? t('none');
              const name = row.is_left ? t('agent.left', { name: own }) : own;
              return (
                <tr key={row.id}>
                  <th scope="row">{name}</th>
                  {SURVEY_METRICS.map((metric) => (
                    <td key={metric} data-figure>
                      <Figure
                        opens={metric === 'ratings' && row.figures.ratings > 0 ? opens(row) : undefined}
                        label={`${t(`survey.metric.${metric}.name`)}, ${name}`}
                      >
                        {surveyText(metric, row.figures)}
                      </Figure>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
