import { alertLevelOfTile, type FloorAlert, type WallTile } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { number, percent } from '#shared/lib/format.ts';
import { figuresOf } from '../live-calls.ts';
import { Since } from '../since.tsx';
import { countGroups } from './agent-order.ts';
import type { Board } from './board.ts';
import { percentOf } from './service.ts';
import classes from './floor.module.css';

type Props = { board: Board; alerts: readonly FloorAlert[] };

/** The main figures; those for which an alert rule has fired are coloured. */
export function FigureLine({ board: { calls, waiting, service, agents }, alerts }: Props) {
  const { t } = useTranslation('monitoring/floor');
  const { menu, waiting: callers, talking, longest } = figuresOf(calls);
  const oldest = waiting.map(({ oldest_at: at }) => at).toSorted()[0];
  const groups = countGroups(agents);
  const share = percentOf(service.filter(({ period }) => period === 'half_hour'));
  const since = (at: string | null | undefined) => (at ? <Since at={at} /> : '–');
  const messages = waiting.reduce((sum, { total }) => sum + total, 0);
  const figures: [tile: WallTile, value: ReactNode, isEmpty?: boolean][] = [
    ['menu', number(menu)],
    ['callers', number(callers), callers === 0],
    ['longest', since(longest), !longest],
    ['talking', number(talking)],
    ['level', share === null ? '–' : percent(share / 100)],
    ['messages', number(messages), messages === 0],
    ['oldest', since(oldest), !oldest],
    ['ready', number(groups.get('ready') ?? 0)],
    ['on_break', number(groups.get('break') ?? 0)],
  ];
  return (
    <dl className={classes['figures']}>
      {figures.map(([name, value, isEmpty = false]) => (
        <div key={name} data-level={alertLevelOfTile(alerts, name, isEmpty) ?? undefined}>
          <dt>{t(`figure.${name}` as 'figure.menu')}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
