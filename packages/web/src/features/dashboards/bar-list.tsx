import type { ReactNode } from 'react';
import { number } from '#shared/lib/format.ts';
import { useTranslation } from 'react-i18next';
import classes from './dashboards.module.css';
import { Figure, type FigureTarget } from './figure-tile.tsx';

type Bar = { key: string; name: string; mark?: ReactNode; count: number; opens: FigureTarget };

const SHOWN = 8;

/** A list of bars, largest first, each with a link to the tickets it counts. */
export function BarList({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const { t } = useTranslation('dashboards');
  const peak = Math.max(1, ...bars.map(({ count }) => count));
  const rest = bars.slice(SHOWN);
  return (
    <section className={classes['part']}>
      <h2>{title}</h2>
      {bars.length === 0 && <p className={classes['dim']}>{t('nothing')}</p>}
      <ul className={classes['bars']}>
        {bars.slice(0, SHOWN).map(({ key, name, mark, count, opens }) => (
          <li key={key}>
            <span className={classes['bar-name']}>
              {mark}
              <span className="truncate" title={name}>
                {name}
              </span>
            </span>
            <span className={classes['bar']} aria-hidden>
              <span style={{ inlineSize: `${(count / peak) * 100}%` }} />
            </span>
            <span>
              <Figure opens={opens} label={name}>
                {number(count)}
              </Figure>
            </span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className={classes['dim']}>
          {t('more-parts', {
            count: rest.length,
            sum: number(rest.reduce((sum, { count }) => sum + count, 0)),
          })}
        </p>
      )}
    </section>
  );
}
