import { REPORTS, type ReportRow } from '@trunkline/contract';
import { expect, it } from 'vitest';
import type { ReportSearch } from '#shared/lib/search/report-search.ts';
import english from '../texts.en.ts';
import indonesian from '../texts.id.ts';
import {
  reportAt,
  figureText,
  groupingOf,
  metricsWithoutAgent,
  hasRecords,
  recordsAddressOf,
  sortRows,
  viewOf,
  type Grouping,
} from './report-view.ts';

const row = (key: string, name: string | null, breaks: number | null): ReportRow => ({
  key,
  name,
  is_left: false,
  figures: { breaks },
});

it('an address names a report and what its rows are', () => {
  expect(reportAt('/reports/break_history/')).toBe(REPORTS.break_history);
  expect(reportAt('/reports/nothing')).toBeUndefined();
  expect(groupingOf(REPORTS.break_history, {})).toBe('agent');
  expect(groupingOf(REPORTS.break_history, { group: 'day' })).toBe('day');
  expect(groupingOf(REPORTS.user_activity, { group: 'break_reason' })).toBe('agent');
  expect(groupingOf(REPORTS.user_activity, { group: 'record' })).toBe('record');
});

it('a figure is read as what it counts in, and is no zero where there is none', () => {
  expect(figureText('break_seconds', 3723)).toBe('1 h 2 min');
  expect(figureText('breaks', 1204)).toBe('1,204');
  expect(figureText('mean_break_seconds', null)).toBe('–');
  expect(figureText('service_level_ratio', 0.819)).toBe('81.90%');
  expect(figureText('rating_mean', 4.5)).toBe('4.50');
});

it('a row leads to its own records', () => {
  const group = 'record';
  const opened = (grouping: Grouping, key: string) => recordsAddressOf(REPORTS.calls, { grouping, key });
  expect(opened('day', '2026-11-02')).toEqual({
    group,
    range: 'custom',
    from: '2026-11-02',
    to: '2026-11-02',
  });
  expect(opened('department', '3')).toEqual({ group, department: 3 });
  expect(opened('agent', '7')).toEqual({ group, agent: 7 });
  expect(opened('agent', '')).toEqual({ group, row: 'agent:' });
  expect(opened('hour', '08')).toEqual({ group, row: 'hour:08' });
  expect(opened('queue', 'support')).toEqual({ group, row: 'queue:support' });
});

it('a figure leads to the records that it counts', () => {
  const group = 'record';
  const queue = { grouping: 'queue', key: 'support' } as const;
  expect(recordsAddressOf(REPORTS.calls, queue, 'calls_abandoned')).toEqual({
    group,
    row: 'queue:support',
    metric: 'calls_abandoned',
  });
  expect(recordsAddressOf(REPORTS.calls, 'total', 'calls_abandoned')).toEqual({
    group,
    metric: 'calls_abandoned',
  });
  expect(recordsAddressOf(REPORTS.calls, 'total', 'talk_seconds')).toEqual({ group });
  expect(hasRecords(REPORTS.calls, 'calls_abandoned', 3)).toBe(true);
  expect(hasRecords(REPORTS.calls, 'calls_abandoned', 0)).toBe(false);
  expect(hasRecords(REPORTS.calls, 'service_level_ratio', 0)).toBe(true);
  expect(hasRecords(REPORTS.calls, 'service_level_ratio', null)).toBe(false);
  expect(hasRecords(REPORTS.email, 'messages_sent', 3)).toBe(false);
});

it('an address names the columns and the figure, as far as the report has them', () => {
  const days = { from: '2026-11-02', to: '2026-11-08' };
  const of = (search: ReportSearch) => viewOf(REPORTS.livechat, search, days);
  expect(of({ columns: 'waits,tickets,talk_seconds', hours: 'office' })).toMatchObject({
    shown: ['waits', 'tickets'],
    columns: 'waits,tickets',
    query: { from: '2026-11-02', until: '2026-11-08', hours: 'office' },
  });
  expect(of({ group: 'record', columns: 'waits', metric: 'waits_open' })).toMatchObject({
    shown: Object.keys(REPORTS.livechat.records),
    columns: undefined,
    metric: 'waits_open',
  });
  expect(of({ metric: 'waits_open' }).metric).toBeUndefined();
  expect(viewOf(REPORTS.calls, { hours: 'office' }, days).query.hours).toBeUndefined();
});

it('some figures belong to no agent', () => {
  expect(metricsWithoutAgent(REPORTS.calls)).toContain('service_level_ratio');
  expect(metricsWithoutAgent(REPORTS.break_history)).toEqual([]);
});

it('rows are sorted by figure or name, those without a figure last', () => {
  const rows = [row('1', 'Citra', 3), row('2', 'Ani', null), row('3', 'Budi', 7)];
  const order = (by: 'breaks' | 'name', isDescending: boolean) =>
    sortRows(rows, { by, isDescending }).map(({ name }) => name);
  expect(order('breaks', true)).toEqual(['Budi', 'Citra', 'Ani']);
  expect(order('breaks', false)).toEqual(['Citra', 'Budi', 'Ani']);
  expect(order('name', false)).toEqual(['Ani', 'Budi', 'Citra']);
});

it.each([
  ['English', english],
  ['Indonesian', indonesian],
])('every figure of every report has its words in %s', (_, words) => {
  const codes = Object.values(REPORTS).flatMap(({ metrics }): readonly string[] => metrics);
  expect(codes.filter((code) => !(code in words.metric))).toEqual([]);
});
