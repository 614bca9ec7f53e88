import { peakOf, seriesColor, totalOf, type ChartPoint, type ChartSeries } from './chart-data.ts';
import classes from './charts.module.css';

const WIDTH = 180;
const HEIGHT = 48;

type Props = {
  title: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  format: (value: number) => string;
  /** The text beside each name; the sum over all points by default. */
  figure?: (key: string) => number;
};

/** A small chart for each series, all on one scale for comparison. */
export function SmallMultiples({ title, series, points, format, figure }: Props) {
  const keys = series.map(({ key }) => key);
  const peak = Math.max(1, peakOf(points, keys));
  return (
    <figure className={classes['chart']}>
      <figcaption className={classes['title']}>{title}</figcaption>
      <ul className={classes['multiples']}>
        {series.map(({ key, label }) => (
          <li key={key} className={classes['multiple']}>
            <div>
              <span className="truncate">{label}</span>
              <b className="tnum">{format(figure ? figure(key) : totalOf(points, key))}</b>
            </div>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
              <path
                d={pathOf(points, { key, peak })}
                fill="none"
                stroke={seriesColor(0)}
                strokeWidth={1.5}
                vectorEffect="non-scaling-stroke"
              />
            </svg>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Returns the SVG path through the known values; it is broken where a value is unknown. */
function pathOf(points: readonly ChartPoint[], { key, peak }: { key: string; peak: number }): string {
  let isDrawing = false;
  return points
    .map(({ values }, index) => {
      const value = values[key];
      if (typeof value !== 'number') {
        isDrawing = false;
        return '';
      }
      const x = points.length < 2 ? 0 : (index / (points.length - 1)) * WIDTH;
      const y = HEIGHT - 1 - (value / peak) * (HEIGHT - 2);
      const command = isDrawing ? 'L' : 'M';
      isDrawing = true;
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
