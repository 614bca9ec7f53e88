import type { AlertRule, FloorAgent, LiveCall } from '@trunkline/contract';
import { alertRuleFaults, tilesOfAlert } from '@trunkline/contract';
import { expect, it } from 'vitest';
import type { FloorSnapshot } from '../floor/board.ts';
import { watchedValueOf } from './alert-values.ts';

const AT = new Date('2026-11-26T10:00:00.000Z');
const ago = (seconds: number): string => new Date(AT.getTime() - seconds * 1000).toISOString();
const call = (more: Partial<LiveCall>) =>
  ({
    media_id: 1,
    department_id: 1,
    queue: 'care',
    state: 'queue',
    direction: 'inbound',
    started_at: ago(30),
    ...more,
  }) as LiveCall;
const agent = (more: Partial<FloorAgent>) =>
  ({
    department_ids: [1],
    user_activity_id: 3,
    break_reason_id: 7,
    activity_since: ago(2000),
    ...more,
  }) as FloorAgent;
const group = (department: number, [offered, within, abandoned]: [number, number, number]) =>
  ({
    media_id: 1,
    period: 'half_hour',
    department_id: department,
    user_id: null,
    offered,
    within_target: within,
    abandoned,
  }) as const;

const FLOOR: FloorSnapshot = {
  version: 1,
  at: AT,
  agents: [agent({}), agent({ department_ids: [2], user_activity_id: 12, activity_since: ago(90) })],
  calls: [
    call({}),
    call({ department_id: 2, queue: 'sales', started_at: ago(45) }),
    call({ state: 'connected', started_at: ago(900) }),
    call({ state: 'ringing', direction: 'outbound', started_at: ago(800) }),
  ],
  escorts: [],
  waiting: [{ media_id: 2, department_id: 1, total: 3, oldest_at: ago(3600) }],
  service: {
    byDepartment: [group(1, [10, 9, 1]), group(2, [10, 4, 4]), { ...group(2, [90, 90, 0]), period: 'today' }],
    byUser: new Map(),
  },
  serviceRule: { target_seconds: 20, short_abandon_seconds: 5 },
  deadlines: [
    { media_id: 2, department_id: 1, due_at: ago(-300), total: 2 },
    { media_id: 2, department_id: 2, due_at: ago(-1200), total: 4 },
    { media_id: 2, department_id: 1, due_at: ago(10), total: 8 },
  ],
  failing: [{ media_id: 4, department_id: 2 }],
  breakLimits: new Map([[7, 1800]]),
};
const rule = (kind: AlertRule['kind'], more: Partial<AlertRule> = {}) => ({
  kind,
  department_id: null,
  media_id: null,
  queue: null,
  user_activity_id: null,
  minutes: null,
  ...more,
});

it('counts each kind over its scope, as the board does', () => {
  const values: [ReturnType<typeof rule>, number | null][] = [
    [rule('waiting'), 5],
    [rule('waiting', { department_id: 2 }), 1],
    [rule('waiting', { media_id: 1 }), 2],
    [rule('waiting', { media_id: 2 }), 3],
    [rule('waiting', { queue: 'care' }), 1],
    [rule('oldest'), 3600],
    [rule('oldest', { media_id: 1 }), 45],
    [rule('oldest', { media_id: 4 }), 0],
    [rule('abandonment'), 25],
    [rule('abandonment', { department_id: 1 }), 10],
    [rule('abandonment', { department_id: 3 }), null],
    [rule('service_level'), 65],
    [rule('activity', { user_activity_id: 12 }), 90],
    [rule('activity', { user_activity_id: 12, department_id: 1 }), 0],
    [rule('break'), 200],
    [rule('break', { department_id: 2 }), 0],
    [rule('sla', { minutes: 10 }), 2],
    [rule('sla', { minutes: 30 }), 6],
    [rule('channel'), 1],
    [rule('channel', { department_id: 1 }), 0],
  ];
  expect(values.map(([one]) => watchedValueOf(one, FLOOR))).toEqual(values.map(([, value]) => value));
});

it('knows nothing where nobody has looked', () => {
  const { deadlines: _, failing: _failing, breakLimits: _limits, ...floor } = FLOOR;
  for (const kind of ['sla', 'channel', 'break'] as const)
    expect(watchedValueOf(rule(kind), floor)).toBeNull();
});

it('refuses rules that could not begin, or not end', () => {
  const fields = {
    ...rule('waiting'),
    name: 'x',
    warn_at: 5,
    alarm_at: 10,
    margin: 1,
    hold_seconds: 0,
    tells: [],
    mail_to: [],
    is_active: true,
  };
  const faults = (more: Partial<AlertRule>) =>
    alertRuleFaults({ ...fields, ...more }).map(({ path, fault }) => `${path} ${fault}`);
  expect(faults({})).toEqual([]);
  expect(faults({ warn_at: null, alarm_at: null })).toEqual(['warn_at no_value']);
  expect(faults({ alarm_at: 5 })).toEqual(['alarm_at order']);
  expect(faults({ margin: 6 })).toEqual(['margin margin']);
  expect(faults({ kind: 'service_level', warn_at: 80, alarm_at: 60, margin: 21 })).toEqual(['margin margin']);
  expect(faults({ kind: 'service_level' })).toEqual(['alarm_at order']);
  expect(faults({ kind: 'abandonment', alarm_at: 101 })).toEqual(['warn_at percent']);
  expect(faults({ kind: 'activity' })).toEqual(['user_activity_id needed']);
  expect(faults({ kind: 'break', media_id: 1 })).toEqual(['media_id narrowing']);
  expect(faults({ tells: ['mail'] })).toEqual(['mail_to mail_to']);
});

it('colours the figure that shows what it watches', () => {
  const none = { media_id: null, queue: null, user_activity_id: null };
  expect(tilesOfAlert({ ...none, kind: 'waiting' })).toEqual(['callers', 'messages']);
  expect(tilesOfAlert({ ...none, kind: 'waiting', queue: 'care' })).toEqual(['callers']);
  expect(tilesOfAlert({ ...none, kind: 'oldest', media_id: 2 })).toEqual(['oldest']);
  expect(tilesOfAlert({ ...none, kind: 'activity', user_activity_id: 3 })).toEqual(['on_break']);
  expect(tilesOfAlert({ ...none, kind: 'channel' })).toEqual([]);
});
