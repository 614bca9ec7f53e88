import type { FloorAgent } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { useReference } from '#shared/api/session.ts';
import { durationText, number, stopwatchText } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { Since } from '../since.tsx';
import { breakEndsAt, groupOf, type BreakLimits } from './agent-order.ts';
import { useFloorNow } from './floor-clock.tsx';
import classes from './floor.module.css';

type Props = {
  agent: FloorAgent;
  limits: BreakLimits;
  top: number;
  height: number;
  onOpen: ((id: number) => void) | undefined;
};

/** One agent: activity and its length, open work, and customers who wait for a reply. */
export function AgentRow({ agent, limits, top, height, onOpen }: Props) {
  const { data: reference } = useReference();
  const departments = (reference?.departments ?? []).filter(({ id }) => agent.department_ids.includes(id));
  return (
    <div role="row" className={classes['agent']} style={{ height, transform: `translateY(${top}px)` }}>
      <span role="cell" className={classes['who']}>
        {onOpen ? (
          <button type="button" dir="auto" onClick={() => onOpen(agent.id)}>
            {agent.fullname}
          </button>
        ) : (
          <span dir="auto">{agent.fullname}</span>
        )}
        <small dir="auto">{departments.map(({ name }) => name).join(', ')}</small>
      </span>
      <Doing agent={agent} />
      <Time agent={agent} limits={limits} />
      <Load agent={agent} />
      <Unanswered agent={agent} />
    </div>
  );
}

function Doing({ agent }: Pick<Props, 'agent'>) {
  const nameOf = useActivityName();
  const { data: reference } = useReference();
  const reason = reference?.break_reasons.find(({ id }) => id === agent.break_reason_id);
  return (
    <span role="cell" className={classes['doing']}>
      <span className={classes['dot']} data-group={groupOf(agent)} aria-hidden />
      <span dir="auto">{reason ? `${nameOf(agent)}: ${reason.name}` : nameOf(agent)}</span>
    </span>
  );
}

function Time({ agent, limits }: Pick<Props, 'agent' | 'limits'>) {
  const { t } = useTranslation('monitoring/floor');
  const now = useFloorNow();
  const endsAt = breakEndsAt(agent, limits);
  const isOver = endsAt !== null && now > endsAt;
  return (
    <span role="cell" className={classes['time']} data-over={isOver || undefined}>
      <Since at={agent.activity_since} />
      {endsAt !== null && (
        <small>
          {isOver
            ? t('break.over', { time: stopwatchText((now - endsAt) / 1000) })
            : t('break.of', { time: durationText((endsAt - Date.parse(agent.activity_since)) / 1000) })}
        </small>
      )}
    </span>
  );
}

function Load({ agent: { load, capacity, loads } }: Pick<Props, 'agent'>) {
  const { t } = useTranslation('monitoring/floor');
  return (
    <span role="cell" className={classes['load']}>
      <span title={t('load.what')}>{t('load.of', { load: number(load), capacity: number(capacity) })}</span>
      {loads.map(({ media_id: media, total }) => (
        <span key={media} className={classes['kind']}>
          <MediaGlyph media={media} size={14} /> {number(total)}
        </span>
      ))}
    </span>
  );
}

function Unanswered({ agent: { unanswered, unanswered_since: since } }: Pick<Props, 'agent'>) {
  const { t } = useTranslation('monitoring/floor');
  return (
    <span role="cell" className={classes['unanswered']}>
      {since !== null && (
        <>
          <Since at={since} /> <small>{t('unanswered', { count: unanswered })}</small>
        </>
      )}
    </span>
  );
}
