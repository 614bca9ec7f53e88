import type { WallFigure, WallState } from '@trunkline/contract';
import { useEffect, useMemo, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, durationText, number, percent } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { usePageTitle } from '#shared/ui/layout/page-title.tsx';
import { isOutdated } from '../floor/board.ts';
import { FloorClock } from '../floor/floor-clock.tsx';
import { Since } from '../since.tsx';
import { INITIAL_WALL_VIEW, nextView, openWallConnection, type WallView } from './wall-connection.ts';
import classes from './wall.module.css';

/** The part behind the `#`, which browsers do not send, so that the token is in no server's log. */
const tokenOf = (hash: string): string => hash.replace(/^#/, '');

/** The wall screen: figures for a big screen, for anybody with the link. */
export function WallPage() {
  const { t } = useTranslation('monitoring/wall');
  const token = tokenOf(window.location.hash);
  const [view, take] = useReducer(nextView, INITIAL_WALL_VIEW);
  useEffect(() => openWallConnection(token, take), [token]);
  usePageTitle(view.status === 'shown' ? view.wall.name : t('title'));
  if (view.status === 'over') return <p className={classes['over']}>{t('over')}</p>;
  if (view.status === 'shown') return <Tiles view={view} />;
  return <p className={classes['over']}>{view.isUnreachable ? t('unreachable') : ''}</p>;
}

function Tiles({ view: { wall, heardAt, isConnected } }: { view: WallView & { status: 'shown' } }) {
  const { t } = useTranslation('monitoring/wall');
  const now = useNow();
  const isFrozen = !isConnected || isOutdated({ heardAt }, now);
  const offsetMs = Date.parse(wall.at) - heardAt;
  const clock = useMemo(
    () => ({ offsetMs, stoppedAt: isFrozen ? Date.parse(wall.at) : null, targetSeconds: Infinity }),
    [offsetMs, isFrozen, wall.at],
  );
  const age = durationText(Math.max(0, (now - heardAt) / 1000));
  return (
    <FloorClock value={clock}>
      <main className={classes['wall']} data-old={isFrozen || undefined}>
        <header>
          <h1>{wall.name}</h1>
          <p>
            <span role="status">{isFrozen ? t('not-live') : ''}</span>{' '}
            {t(isFrozen ? 'old' : 'age', { time: clockTime(wall.at), age })}
          </p>
        </header>
        <Alerts alerts={wall.alerts} />
        <dl>
          {wall.figures.map((figure) => (
            <div key={figure.tile} data-level={figure.level ?? undefined}>
              <dt>{t(`tile.${figure.tile}`)}</dt>
              <dd>
                <Value figure={figure} />
              </dd>
            </div>
          ))}
        </dl>
      </main>
    </FloorClock>
  );
}

function Alerts({ alerts }: Pick<WallState, 'alerts'>) {
  const { t } = useTranslation('monitoring/wall');
  if (alerts.length === 0) return null;
  return (
    <ul aria-label={t('alerts')}>
      {alerts.map(({ id, name, level, since, is_acknowledged: isAcknowledged }) => (
        <li key={id} data-level={level}>
          <b>{t(`level.${level}`)}</b> <span dir="auto">{name}</span> <Since at={since} />
          {isAcknowledged && <small>{t('acknowledged')}</small>}
        </li>
      ))}
    </ul>
  );
}

function Value({ figure: { tile, value, since } }: { figure: WallFigure }) {
  if (since !== null) return <Since at={since} />;
  if (value === null) return '–';
  return tile === 'level' || tile === 'level_today' ? percent(value / 100) : number(value);
}
