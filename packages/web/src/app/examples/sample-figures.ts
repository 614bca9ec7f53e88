import type { ChartPoint, ChartSeries } from '#shared/charts/chart-data.ts';

export const MEDIA = [
  { key: 'email', label: 'E-mail' },
  { key: 'whatsapp', label: 'WhatsApp' },
  { key: 'call', label: 'Telephone' },
  { key: 'chat', label: 'Live chat' },
  { key: 'sms', label: 'SMS' },
] as const satisfies readonly ChartSeries[];
type Medium = (typeof MEDIA)[number]['key'];

export const AGENTS: readonly ChartSeries[] = Array.from({ length: 40 }, (_, n) => ({
  key: `agent-${n}`,
  label: `Agent ${n + 1}`,
}));

/** Makes the same figure for the same position each time: a wave with noise derived from the position. */
export function sampleFigure(place: number, size: number): number {
  const wave = Math.sin(place / 3.1) + Math.sin(place / 7.7) + 2;
  const noise = Math.abs(Math.sin(place * 12.9898) * 43_758.5453) % 1;
  return Math.round(size * (wave / 4) * (0.6 + 0.8 * noise));
}

export function dayPoints(): ChartPoint<'p50' | 'p90'>[] {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return Array.from({ length: 90 }, (_, n) => ({
    key: String(n),
    label: day.format(Date.UTC(2026, 8, 1 + n)),
    // On a day without calls there is no waiting time.
    values: {
      p50: n % 31 === 13 ? null : sampleFigure(n, 90),
      p90: n % 31 === 13 ? null : 60 + sampleFigure(n + 5, 300),
    },
  }));
}

export function hourPoints(): ChartPoint<Medium>[] {
  return Array.from({ length: 24 }, (_, hour) => ({
    key: String(hour),
    label: `${String(hour).padStart(2, '0')}:00`,
    values: Object.fromEntries(MEDIA.map(({ key }, n) => [key, sampleFigure(hour + 7 * n, 900 / (n + 1))])),
  }));
}

export const agentPoints = (): ChartPoint[] =>
  Array.from({ length: 30 }, (_, n) => ({
    key: String(n),
    label: String(n + 1),
    values: Object.fromEntries(AGENTS.map(({ key }, agent) => [key, sampleFigure(n + agent, 60)])),
  }));

export const weekValues = (): number[][] =>
  Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (__, hour) =>
      hour < 6 ? 0 : sampleFigure(hour + day * 24, day % 6 === 0 ? 30 : 120),
    ),
  );
