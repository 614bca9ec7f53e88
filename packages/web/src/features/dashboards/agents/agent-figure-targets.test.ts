import { describe, expect, it, vi } from 'vitest';
import { openMedia, openMetric } from './agent-figure-targets.ts';

describe('what a figure of an agent opens', () => {
  const asked = (codes: readonly string[]) => ({
    search: { range: '7-days' as const, department: 3 },
    can: (code: string) => codes.includes(code),
    show: vi.fn<(records: object) => void>(),
  });

  it('is the report with the same days and that person, where one may see it', () => {
    expect(openMetric(asked(['REPORT_USER_ACTIVITY:VIEW']), 'occupancy_ratio', 7)).toEqual({
      report: '/reports/user_activity',
      search: { range: '7-days', from: undefined, to: undefined, department: 3, agent: 7, group: 'record' },
    });
    expect(openMetric(asked(['REPORT_USER_ACTIVITY:VIEW']), 'after_call_seconds', 7)).toMatchObject({
      search: { agent: 7, group: 'record', metric: 'after_call_seconds' },
    });
    expect(openMetric(asked([]), 'occupancy_ratio', 7)).toBeUndefined();
    expect(openMedia(asked(['REPORT_EMAIL:VIEW']), 19, 7)).toMatchObject({ report: '/reports/email' });
  });

  it('is the calls and chats themselves, or their list on the desk', () => {
    const chats = asked([]);
    const opens = openMedia(chats, 6, 7);
    if (opens && 'show' in opens) opens.show();
    expect(chats.show).toHaveBeenCalledExactlyOnceWith({ figure: 'contacts', media: 6, person: 7 });
    expect(openMetric(asked(['TICKETS:VIEW']), 'tickets_now', 7)).toEqual({
      desk: { view: 'open', assignee: '7' },
    });
    expect(openMetric(asked([]), 'adherence_ratio', 7)).toBeUndefined();
  });
});
