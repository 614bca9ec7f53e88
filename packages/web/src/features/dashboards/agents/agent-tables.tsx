import {
  AGENT_METRICS,
  type AgentDashboard,
  type AgentMetric,
  type AgentRow,
  type MediaId,
} from '@trunkline/contract';
import { number } from '#shared/lib/format.ts';
import { useTranslation } from 'react-i18next';
import classes from '../dashboards.module.css';
import { figureText } from '../figure-text.ts';
import { Figure, type Opens } from '../figure-tile.tsx';
import { isContact } from './agent-opens.ts';

type OpenMetric = (metric: AgentMetric, person?: number) => Opens;
type RowsProps = { dashboard: AgentDashboard; opens: OpenMetric };

/** Each agent with their figures, and those of all at the end. */
export function AgentTable({ dashboard: { rows, total }, opens }: RowsProps) {
  const { t } = useTranslation('dashboards');
  return (
    <section className={classes['part']}>
      <h2>{t('agent.agents')}</h2>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={t('agent.agents')}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('column.agent')}</th>
              {AGENT_METRICS.map((metric) => (
                <th key={metric} scope="col" data-figure title={t(`metric.${metric}.what`)}>
                  {t(`metric.${metric}.name`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.user_id}>
                <th scope="row">
                  <AgentName {...row} />
                </th>
                {AGENT_METRICS.map((metric) => (
                  <td key={metric} data-figure>
                    <Figure
                      opens={opens(metric, row.user_id)}
                      label={`${t(`metric.${metric}.name`)}, ${row.name}`}
                    >
                      {figureText(metric, row.figures[metric])}
                    </Figure>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('agent.all-agents')}</th>
              {AGENT_METRICS.map((metric) => (
                <td key={metric} data-figure>
                  {figureText(metric, total[metric])}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <p className={classes['dim']}>{t('agent.no-plan')}</p>
    </section>
  );
}

/** Two to four agents side by side. */
export function CompareTable({ rows, opens }: { rows: readonly AgentRow[]; opens: OpenMetric }) {
  const { t } = useTranslation('dashboards');
  return (
    <section className={classes['part']}>
      <h2>{t('agent.compare')}</h2>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={t('agent.compare')}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('agent.figure')}</th>
              {rows.map((row) => (
                <th key={row.user_id} scope="col" data-figure>
                  <AgentName {...row} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {AGENT_METRICS.map((metric) => (
              <tr key={metric} title={t(`metric.${metric}.what`)}>
                <th scope="row">{t(`metric.${metric}.name`)}</th>
                {rows.map(({ user_id: id, name, figures }) => (
                  <td key={id} data-figure>
                    <Figure opens={opens(metric, id)} label={`${t(`metric.${metric}.name`)}, ${name}`}>
                      {figureText(metric, figures[metric])}
                    </Figure>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type MediaProps = { rows: readonly AgentRow[]; opens: (media: MediaId, person: number) => Opens };

/** By channel: calls and chats handled, or messages sent where nothing begins and ends. */
export function MediaTable({ rows, opens }: MediaProps) {
  const { t } = useTranslation(['dashboards', 'shared']);
  const all = [...new Set(rows.flatMap(({ media }) => media.map(({ media_id: id }) => id)))];
  const used = all.toSorted((a, b) => a - b);
  if (used.length === 0) return null;
  return (
    <section className={classes['part']}>
      <h2>{t('agent.by-media')}</h2>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={t('agent.by-media')}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('column.agent')}</th>
              {used.map((media) => (
                <th key={media} scope="col" data-figure>
                  {t(`shared:media.${media}`)} ({t(isContact(media) ? 'agent.handled' : 'agent.sent')})
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.user_id}>
                <th scope="row">
                  <AgentName {...row} />
                </th>
                {used.map((media) => {
                  const found = row.media.find(({ media_id: id }) => id === media);
                  const count = (isContact(media) ? found?.handled : found?.sent) ?? 0;
                  return (
                    <td key={media} data-figure>
                      <Figure
                        opens={count > 0 ? opens(media, row.user_id) : undefined}
                        label={`${t(`shared:media.${media}`)}, ${row.name}`}
                      >
                        {number(count)}
                      </Figure>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function AgentName({ name, is_left: isLeft }: Pick<AgentRow, 'name' | 'is_left'>) {
  const { t } = useTranslation('dashboards');
  return isLeft ? t('agent.left', { name }) : name;
}
