import type { FloorReplay, ReplayAgent, ReplayCall } from '@trunkline/contract';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { clockTime, number, percent } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import alertClasses from '../alerts/alerts.module.css';
import { countGroups, groupOf } from '../floor/agent-order.ts';
import { FloorClock } from '../floor/floor-clock.tsx';
import floorClasses from '../floor/floor.module.css';
import { ServicePart } from '../floor/service-part.tsx';
import { percentOf } from '../floor/service.ts';
import { Since } from '../since.tsx';
import classes from './replay.module.css';

/** The board at a past minute; values that are not known are a dash with the reason. */
export function ReplayBoard({ replay }: { replay: FloorReplay }) {
  const { t } = useTranslation('monitoring/replay');
  const { at, agents, calls, service, service_rule: rule, alerts, unknown } = replay;
  const clock = useMemo(
    () => ({ offsetMs: 0, stoppedAt: Date.parse(at), targetSeconds: rule.target_seconds }),
    [at, rule],
  );
  return (
    <FloorClock value={clock}>
      <div className={floorClasses['board']}>
        {alerts.length > 0 && (
          <ul className={alertClasses['alerts']} aria-label={t('alerts')}>
            {alerts.map(({ id, name, since, alarmed_at: alarmed, is_acknowledged: isAcknowledged }) => (
              <li key={id} data-level={alarmed ? 'alarm' : 'warn'}>
                <span className={alertClasses['about']} dir="auto">
                  {name}
                </span>
                <Since at={since} />
                {alarmed && <small>{t('alarmed', { time: clockTime(alarmed) })}</small>}
                {isAcknowledged && <small>{t('acknowledged')}</small>}
              </li>
            ))}
          </ul>
        )}
        <Figures replay={replay} />
        <p className={classes['unknown']}>
          {t('unknown', { what: unknown.map((part) => t(`part.${part}`)).join(', ') })}
        </p>
        <Calls calls={calls} agents={agents} />
        <ServicePart service={service} rule={rule} />
        <Agents agents={agents} />
      </div>
    </FloorClock>
  );
}

function Figures({ replay: { agents, calls, service } }: { replay: FloorReplay }) {
  const { t } = useTranslation('monitoring/replay');
  const waiting = calls.filter(
    ({ state, direction }) => state === 'queue' || (state === 'ringing' && direction === 'inbound'),
  );
  const longest = waiting.map(({ started_at: at }) => at).toSorted()[0];
  const share = percentOf(service.filter(({ period }) => period === 'half_hour'));
  const groups = countGroups(agents);
  const figures: [string, ReactNode][] = [
    [t('figure.menu'), number(calls.filter(({ state }) => state === 'ivr').length)],
    [t('figure.callers'), number(waiting.length)],
    [t('figure.longest'), longest ? <Since key="longest" at={longest} /> : '–'],
    [t('figure.talking'), number(calls.filter(({ state }) => state === 'connected').length)],
    [t('figure.level'), share === null ? '–' : percent(share / 100)],
    [
      t('figure.messages'),
      <span key="messages" title={t('not-kept')}>
        –
      </span>,
    ],
    [t('figure.ready'), number(groups.get('ready') ?? 0)],
    [t('figure.on_break'), number(groups.get('break') ?? 0)],
  ];
  return (
    <dl className={floorClasses['figures']}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Calls({ calls, agents }: Pick<FloorReplay, 'calls' | 'agents'>) {
  const { t } = useTranslation('monitoring/replay');
  const { t: shared } = useTranslation('shared');
  const names = new Map(agents.map(({ id, fullname }) => [id, fullname]));
  const stateOf = ({ state, is_held: isHeld }: ReplayCall): ReactNode => {
    if (state === null) return <span title={t('not-kept')}>–</span>;
    return t(isHeld ? 'state.held' : `state.${state}`);
  };
  return (
    <Part
      title={t('calls')}
      empty={t('no-calls')}
      columns={['channel', 'state', 'queue', 'agent', 'time']}
      lines={calls.map((one) => (
        <tr key={one.call_id}>
          <th scope="row">
            <MediaGlyph media={one.media_id} label={false} /> {shared(`media.${one.media_id}`)}
          </th>
          <td>{stateOf(one)}</td>
          <td dir="auto">{one.queue || '–'}</td>
          <td dir="auto">{one.user_id === null ? '–' : (names.get(one.user_id) ?? '–')}</td>
          <td>
            <Since at={one.since} />
          </td>
        </tr>
      ))}
    />
  );
}

function Agents({ agents }: { agents: readonly ReplayAgent[] }) {
  const { t } = useTranslation('monitoring/replay');
  const nameOf = useActivityName();
  const present = agents.filter((agent) => groupOf(agent) !== 'offline');
  return (
    <Part
      title={t('agents')}
      empty={t('nobody')}
      columns={['agent', 'activity', 'time', 'chats']}
      lines={present.map((agent) => (
        <tr key={agent.id}>
          <th scope="row" dir="auto">
            {agent.fullname}
          </th>
          <td>{nameOf(agent)}</td>
          <td>
            <Since at={agent.activity_since} />
          </td>
          <td>{number(agent.chats)}</td>
        </tr>
      ))}
    />
  );
}

type PartProps = {
  title: string;
  empty: string;
  columns: readonly ('channel' | 'state' | 'queue' | 'agent' | 'activity' | 'time' | 'chats')[];
  lines: readonly ReactNode[];
};

/** A table of the board; a sentence where there is nothing in it. */
function Part({ title, empty, columns, lines }: PartProps) {
  const { t } = useTranslation('monitoring/replay');
  return (
    <section className={floorClasses['part']}>
      <h2>{title}</h2>
      {lines.length === 0 && <p className={floorClasses['quiet']}>{empty}</p>}
      {lines.length > 0 && (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{lines}</tbody>
        </table>
      )}
    </section>
  );
}
