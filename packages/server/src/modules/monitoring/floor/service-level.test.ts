import { expect, it } from 'vitest';
import { callWaitOutcome, sumServiceLevels, serviceLevelsForViewer, type CallWait } from './service-level.ts';

const at = (clock: string): string => `2026-11-05T${clock}.000Z`;
const after = (from: string, seconds: number): string =>
  new Date(Date.parse(from) + seconds * 1000).toISOString();

const wait = (entered_at: string, more: Partial<CallWait> = {}): CallWait => ({
  media_id: 1,
  department_id: 1,
  user_id: null,
  entered_at,
  answered_at: null,
  ended_at: null,
  is_left_by_wish: false,
  ...more,
});
const repeated = (count: number, one: CallWait): CallWait[] => Array.from({ length: count }, () => one);
const RULE = { target_seconds: 20, short_abandon_seconds: 5 };
const ALL = { userId: 0, departments: 'all' } as const;
const serviceBookOf = (waits: readonly CallWait[], halfHour: string, now: string) =>
  sumServiceLevels(waits, { halfHour: new Date(halfHour), now: new Date(now), rule: RULE });
const levelOf = (waits: readonly CallWait[], halfHour: string, now: string) =>
  serviceLevelsForViewer(serviceBookOf(waits, halfHour, now), ALL);

it('is answered in time of what was offered, without those who gave up at once', () => {
  const from = at('09:00:00');
  const answered = (seconds: number) => wait(from, { answered_at: after(from, seconds), user_id: 9 });
  const abandoned = (seconds: number) => wait(from, { ended_at: after(from, seconds) });
  const waits = [
    ...repeated(430, answered(20)),
    ...repeated(70, answered(21)),
    ...repeated(5, abandoned(5)),
    ...repeated(5, abandoned(20)),
    ...repeated(20, abandoned(60)),
  ];
  const day = { media_id: 1, period: 'today', offered: 525, within_target: 430, abandoned: 25 };
  expect(levelOf(waits, at('09:30:00'), at('10:00:00'))).toEqual([day]);
  expect(((430 / 525) * 100).toFixed(2)).toBe('81.90');
});

it('goes by the half hour of entering the queue', () => {
  const waits = [
    wait(at('07:28:00'), { answered_at: at('07:32:00'), ended_at: at('08:13:00'), user_id: 9 }),
    wait(at('07:29:50'), { ended_at: at('07:30:20') }),
  ];
  const half = { media_id: 1, period: 'half_hour', offered: 2, within_target: 0, abandoned: 1 };
  expect(levelOf(waits, at('07:00:00'), at('07:59:00'))).toEqual([half, { ...half, period: 'today' }]);
  expect(levelOf(waits, at('07:30:00'), at('07:59:00'))).toEqual([{ ...half, period: 'today' }]);
});

it.each([
  ['a call that waits within the target', wait(at('09:00:00')), 'not_offered'],
  ['one that waits for longer', wait(at('08:59:50')), 'late'],
  [
    'one whose caller asked to be called back',
    wait(at('08:50:00'), { ended_at: at('08:51:00'), is_left_by_wish: true }),
    'not_offered',
  ],
])('%s counts as %s', (_what, one, outcome) => {
  expect(callWaitOutcome(one, new Date(at('09:00:15')), RULE)).toBe(outcome);
});

it('is apart for each channel, and added up over departments and people', () => {
  const from = at('09:00:00');
  const answered = (more: Partial<CallWait>) => wait(from, { answered_at: after(from, 3), ...more });
  const waits = [
    answered({ user_id: 9 }),
    answered({ user_id: 8, department_id: 2 }),
    answered({ media_id: 18, department_id: null }),
  ];
  const levels = levelOf(waits, from, at('09:10:00')).filter(({ period }) => period === 'today');
  expect(levels.map(({ media_id, offered }) => [media_id, offered])).toEqual([
    [1, 2],
    [18, 1],
  ]);
});

it('is of the departments that one sees, and of one’s own calls', () => {
  const from = at('09:00:00');
  const answered = (more: Partial<CallWait>) => wait(from, { answered_at: after(from, 3), ...more });
  const book = serviceBookOf(
    [
      answered({ user_id: 9, department_id: 1 }),
      answered({ user_id: 9, department_id: 2 }),
      answered({ user_id: 8, department_id: 2 }),
      wait(from, { department_id: 1, ended_at: after(from, 30) }),
    ],
    at('09:30:00'),
    at('09:40:00'),
  );
  const offered = (userId: number, departments: number[]) =>
    serviceLevelsForViewer(book, { userId, departments: new Set(departments) }).map((level) => level.offered);
  expect(offered(5, [1])).toEqual([2]);
  expect(offered(9, [1])).toEqual([3]);
  expect(offered(9, [])).toEqual([2]);
  expect(offered(5, [])).toEqual([]);
});

it('goes by the rule that is set', () => {
  const rule = { target_seconds: 60, short_abandon_seconds: 0 };
  const from = at('09:00:00');
  expect(callWaitOutcome(wait(from, { answered_at: after(from, 45) }), new Date(from), rule)).toBe('in_time');
  expect(callWaitOutcome(wait(from, { ended_at: after(from, 2) }), new Date(from), rule)).toBe('abandoned');
});
