import { useQuery } from '@tanstack/react-query';
import { readWall, WALL_EVERY_MS, type ResponseOf, type WallFigure } from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { clockTime, durationText, number } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { usePageTitle } from '#shared/ui/layout/page-title.tsx';
import { OLD_AFTER_MS } from '../floor/board.ts';
import { FloorClock } from '../floor/floor-clock.tsx';
import { Since } from '../since.tsx';
import classes from './wall.module.css';

type Wall = ResponseOf<typeof readWall>['data'];
type Heard = { wall: Wall; heardAt: number; offsetMs: number };

/** Not part of what is asked for by the browser, and so in no log. */
const tokenOf = (hash: string): string => hash.replace(/^#/, '');

/** Figures for a big screen, for whoever has the link. */
export function WallPage() {
  const { t } = useTranslation('monitoring/wall');
  const token = tokenOf(window.location.hash);
  const { data, error } = useQuery({
    queryKey: ['wall', token],
    queryFn: async ({ signal }): Promise<Heard> => {
      const { data: wall } = await call(readWall, { body: { token }, signal });
      const now = Date.now();
      return { wall, heardAt: now, offsetMs: Date.parse(wall.at) - now };
    },
    refetchInterval: WALL_EVERY_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });
  usePageTitle(data?.wall.name ?? t('title'));
  const isOver = error !== null && errorCode(error) === 'not_found';
  if (isOver) return <p className={classes['over']}>{t('over')}</p>;
  return data ? <Tiles heard={data} /> : <p className={classes['over']}>{error ? t('unreachable') : ''}</p>;
}

function Tiles({ heard: { wall, heardAt, offsetMs } }: { heard: Heard }) {
  const { t } = useTranslation('monitoring/wall');
  const now = useNow();
  const isOld = now - heardAt > OLD_AFTER_MS;
  const clock = useMemo(
    () => ({ offsetMs, stoppedAt: isOld ? Date.parse(wall.at) : null, targetSeconds: Infinity }),
    [offsetMs, isOld, wall.at],
  );
  const age = durationText(Math.max(0, (now - heardAt) / 1000));
  return (
    <FloorClock value={clock}>
      <main className={classes['wall']} data-old={isOld || undefined}>
        <header>
          <h1>{wall.name}</h1>
          <p>
            <span role="status">{isOld ? t('not-live') : ''}</span>{' '}
            {t(isOld ? 'old' : 'age', { time: clockTime(wall.at), age })}
          </p>
        </header>
        <dl>
          {wall.figures.map((figure) => (
            <div key={figure.tile}>
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

function Value({ figure: { tile, value, since } }: { figure: WallFigure }) {
  if (since !== null) return <Since at={since} />;
  if (value === null) return '–';
  return tile === 'level' || tile === 'level_today' ? `${value} %` : number(value);
}
