import { expect, it } from 'vitest';
import type { ReportSearch } from '#shared/lib/search/report-search.ts';
import { savedView, searchOf } from './api.ts';

it.each<ReportSearch>([
  { range: 'week' },
  { range: 'last-month', compare: true, group: 'agent', department: 3 },
  { range: 'custom', from: '2026-11-01', to: '2026-11-25', group: 'record', agent: 7, reason: 2 },
  { range: 'today', row: 'queue:support', departments: 'now' },
  { range: 'today', group: 'record', metric: 'calls_abandoned', columns: 'agent,caller' },
  { range: 'month', group: 'agent', hours: 'office' },
  { range: 'today', account: 4, outcome: 'spam', where: '[{"field":"tags","op":"is","value":["vip"]}]' },
])('%j is opened again as it was kept', (search) => {
  const kept = savedView(search);
  const rest = {
    id: 1,
    report: 'email',
    name: 'x',
    is_shared: false,
    schedule: null,
    user_id: 1,
    owner: 'A',
  } as const;
  expect(searchOf({ ...rest, ...kept, next_at: null, last: null })).toEqual(search);
});
