import {
  AGENT_METRICS,
  type AgentDashboard,
  type AgentMetric,
  type AgentRow,
  type MediaId,
} from '@trunkline/contract';
import { number } from '#shared/lib/format.ts';
import { useTranslation } from 'react-i18next';
import { FigureTable } from '../figure-table.tsx';
import { figureText } from '../figure-text.ts';
import type { FigureTarget } from '../figure-tile.tsx';
import { isContact } from './agent-figure-targets.ts';

type OpenMetric = (metric: AgentMetric, person?: number) => FigureTarget;
type RowsProps = { dashboard: AgentDashboard; opens: OpenMetric };

function useAgentName(): (row: Pick<AgentRow, 'name' | 'is_left'>) => string {
  const { t } = useTranslation('dashboards');
  return ({ name, is_left: isLeft }) => (isLeft ? t('agent.left', { name }) : name);
}

/** The figures of agents, each with its definition and what it opens. */
function useMetrics(opens: OpenMetric) {
  const { t } = useTranslation('dashboards');
  return AGENT_METRICS.map((metric) => ({
    key: metric,
    name: t(`metric.${metric}.name`),
    what: t(`metric.${metric}.what`),
    cellOf: ({ user_id: id, name, figures }: AgentRow) => ({
      text: figureText(metric, figures[metric]),
      opens: opens(metric, id),
      label: `${t(`metric.${metric}.name`)}, ${name}`,
    }),
  }));
}

/** A table of agents with their figures, and the total in the last row. */
export function AgentTable({ dashboard: { rows, total }, opens }: RowsProps) {
  const { t } = useTranslation('dashboards');
  const nameOf = useAgentName();
  const metrics = useMetrics(opens);
  return (
    <FigureTable
      title={t('agent.agents')}
      head={t('column.agent')}
      columns={metrics}
      rows={rows.map((row) => ({
        key: row.user_id,
        name: nameOf(row),
        cells: metrics.map(({ cellOf }) => cellOf(row)),
      }))}
      total={{
        name: t('agent.all-agents'),
        cells: AGENT_METRICS.map((metric) => ({
          text: figureText(metric, total[metric]),
          opens: opens(metric),
          label: `${t(`metric.${metric}.name`)}, ${t('agent.all-agents')}`,
        })),
      }}
      note={t('agent.no-plan')}
    />
  );
}

/** Compares two to four agents side by side. */
export function CompareTable({ rows, opens }: { rows: readonly AgentRow[]; opens: OpenMetric }) {
  const { t } = useTranslation('dashboards');
  const nameOf = useAgentName();
  const metrics = useMetrics(opens);
  return (
    <FigureTable
      title={t('agent.compare')}
      head={t('agent.figure')}
      columns={rows.map((row) => ({ key: row.user_id, name: nameOf(row) }))}
      rows={metrics.map(({ cellOf, ...metric }) => ({ ...metric, cells: rows.map(cellOf) }))}
    />
  );
}

type MediaProps = { rows: readonly AgentRow[]; opens: (media: MediaId, person: number) => FigureTarget };

/** Figures by channel: calls and chats handled, or messages sent on the other channels. */
export function MediaTable({ rows, opens }: MediaProps) {
  const { t } = useTranslation(['dashboards', 'shared']);
  const nameOf = useAgentName();
  const all = [...new Set(rows.flatMap(({ media }) => media.map(({ media_id: id }) => id)))];
  const used = all.toSorted((a, b) => a - b);
  if (used.length === 0) return null;
  const cellOf = ({ user_id: id, name, media: own }: AgentRow, media: MediaId) => {
    const found = own.find(({ media_id: each }) => each === media);
    const count = (isContact(media) ? found?.handled : found?.sent) ?? 0;
    return {
      text: number(count),
      opens: count > 0 ? opens(media, id) : undefined,
      label: `${t(`shared:media.${media}`)}, ${name}`,
    };
  };
  return (
    <FigureTable
      title={t('agent.by-media')}
      head={t('column.agent')}
      columns={used.map((media) => ({
        key: media,
        name: `${t(`shared:media.${media}`)} (${t(isContact(media) ? 'agent.handled' : 'agent.sent')})`,
      }))}
      rows={rows.map((row) => ({
        key: row.user_id,
        name: nameOf(row),
        cells: used.map((media) => cellOf(row, media)),
      }))}
    />
  );
}
