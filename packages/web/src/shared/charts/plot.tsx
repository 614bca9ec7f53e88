import { useState } from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type MouseHandlerDataParam,
} from 'recharts';
import {
  axisMarks,
  lastOf,
  peakOf,
  seriesColor,
  spreadLabels,
  totalOf,
  type ChartPoint,
  type ChartProps,
} from './chart-data.ts';
import classes from './charts.module.css';

/** Space for the axis below and for half of the topmost label above. */
const BELOW = 24;
const ABOVE = 8;
const LABEL_HEIGHT = 18;
/** A line ends at the edge, where half of its last label needs room: without it most labels are left out. */
const HALF_LABEL = 28;

/** Draws a chart with the name and newest value of each series beside its end. */
export function Plot({ kind, series, points, format, onOpen, unit = 'count', height = 240 }: ChartProps) {
  const [hovered, setHovered] = useState<string | null>(null);
  const rows = points.map((point) => ({ point, label: point.label, ...point.values }));
  const keys = series.map(({ key }) => key);
  const marks = axisMarks(peakOf(points, keys, kind === 'stacked'), unit);
  const open = ({ activeTooltipIndex }: MouseHandlerDataParam) => {
    const point = points[Number(activeTooltipIndex)];
    const which = series.find(({ key }) => key === hovered) ?? series[0];
    if (point && which) onOpen?.(point, which);
  };
  return (
    <div className={classes['picture']} data-opens={onOpen ? true : undefined}>
      <ResponsiveContainer className={classes['canvas']} width="100%" height={height}>
        <ComposedChart
          data={rows}
          margin={{ top: ABOVE, right: kind === 'line' ? HALF_LABEL : 4, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          {...(onOpen && { onClick: open })}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            height={BELOW}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            interval="equidistantPreserveStart"
            minTickGap={16}
          />
          <YAxis
            width={56}
            tickLine={false}
            axisLine={false}
            ticks={marks}
            interval={0}
            tickFormatter={(mark: number) => (mark === 0 && unit === 'seconds' ? '0' : format(mark))}
            domain={[0, marks.at(-1) ?? 1]}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--surface-hover)', stroke: 'var(--line-strong)' }}
            content={<Hovered series={series} format={format} />}
          />
          {series.map(({ key }, index) => {
            const color = seriesColor(index);
            const common = {
              dataKey: key,
              isAnimationActive: false,
              onMouseEnter: () => setHovered(key),
              onMouseLeave: () => setHovered(null),
            };
            return kind === 'line' ? (
              <Line
                {...common}
                key={key}
                type="linear"
                stroke={color}
                strokeWidth={2}
                dot={false}
                connectNulls
              />
            ) : (
              <Bar
                {...common}
                key={key}
                fill={color}
                maxBarSize={36}
                {...(kind === 'stacked' && { stackId: 'all' })}
              />
            );
          })}
        </ComposedChart>
      </ResponsiveContainer>
      <Names {...{ kind, series, points, format, height }} top={marks.at(-1) ?? 1} />
    </div>
  );
}

/** Names of series: of lines where each line ends, of bars in stacking order with their sums. */
function Names({
  kind,
  series,
  points,
  format,
  height,
  top,
}: Pick<ChartProps, 'kind' | 'series' | 'points' | 'format'> & { height: number; top: number }) {
  const space = height - BELOW - ABOVE;
  const tops = series.map(({ key }, index) =>
    kind === 'line'
      ? ABOVE + space * (1 - (lastOf(points, key) ?? 0) / top) - LABEL_HEIGHT / 2
      : // Listed from the top of the stack downwards.
        ABOVE + (kind === 'stacked' ? series.length - 1 - index : index) * LABEL_HEIGHT,
  );
  const places = spreadLabels(tops, LABEL_HEIGHT, height - BELOW - LABEL_HEIGHT);
  return (
    <ul className={classes['names']}>
      {series.map(({ key, label, total = totalOf(points, key) }, index) => {
        const figure = kind === 'line' ? lastOf(points, key) : total;
        return (
          <li key={key} style={{ top: Math.max(0, places[index] ?? 0) }}>
            <span className={classes['mark']} style={{ background: seriesColor(index) }} />
            <span className="truncate">{label}</span>
            {figure !== undefined && <b>{figure === null ? '–' : format(figure)}</b>}
          </li>
        );
      })}
    </ul>
  );
}

/** What recharts passes to a tooltip. */
type TooltipState = { active?: boolean; payload?: readonly { payload?: { point?: ChartPoint } }[] };

function Hovered({ active, payload, series, format }: TooltipState & Pick<ChartProps, 'series' | 'format'>) {
  const point = payload?.[0]?.payload?.point;
  if (!active || !point) return null;
  return (
    <div className={classes['hovered']}>
      <b>{point.label}</b>
      {series.map(({ key, label }, index) => {
        const value = point.values[key];
        return (
          <div key={key}>
            <span className={classes['mark']} style={{ background: seriesColor(index) }} />
            {label}
            <b>{typeof value === 'number' ? format(value) : '–'}</b>
          </div>
        );
      })}
    </div>
  );
}
