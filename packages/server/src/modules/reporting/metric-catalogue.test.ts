import { METRICS, REPORTS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { metricCatalogue } from './metric-catalogue.ts';

it('tells every metric once, with its definition in both languages and where it is shown', () => {
  const all = metricCatalogue();
  expect(all.map(({ code }) => code)).toEqual(Object.keys(METRICS));
  for (const { code, en, id, reports, dashboards } of all) {
    expect([
      code,
      en.definition.length > 9,
      id.definition.length > 9,
      en.definition !== id.definition,
    ]).toEqual([code, true, true, true]);
    expect([code, reports.length + dashboards.length > 0]).toEqual([code, true]);
  }
  expect(all.find(({ code }) => code === 'occupancy_ratio')).toMatchObject({
    unit: 'ratio',
    en: { name: 'Occupancy' },
    id: { name: 'Okupansi' },
    dashboards: ['agents'],
  });
  expect(all.find(({ code }) => code === 'signed_in_seconds')).toMatchObject({
    reports: ['user_activity', 'performance'],
    dashboards: ['agents'],
  });
});

it.each(Object.values(REPORTS).map(({ code, metrics }) => [code, metrics] as const))(
  'no two columns of %s have the same head',
  (_, metrics) => {
    const known = new Map(metricCatalogue().map((metric) => [metric.code, metric]));
    for (const language of ['en', 'id'] as const) {
      const heads = metrics.map((code) => known.get(code)?.[language].name);
      expect(heads).toEqual([...new Set(heads)]);
    }
  },
);
