import type { FloorAgent, LiveCall } from '@trunkline/contract';
import { expect, it } from 'vitest';
import type { Viewer } from '#platform/access';
import { figuresOf } from './figures.ts';
import { floorScopeOf } from './floor-scope.ts';

const NOW = new Date('2026-11-05T09:00:00.000Z');
const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();

const call = (call_id: number, state: LiveCall['state'], more: Partial<LiveCall> = {}): LiveCall => ({
  call_id,
  state,
  media_id: 1,
  direction: 'inbound',
  number: '',
  customer_id: null,
  customer_name: null,
  ticket_id: null,
  user_id: null,
  department_id: 1,
  queue: '',
  ivr_keypress: '',
  is_held: false,
  started_at: ago(60),
  since: ago(60),
  is_telephone: true,
  can_attend: true,
  ...more,
});
const person = (id: number, department_ids: number[], user_activity_id: FloorAgent['user_activity_id']) =>
  ({ id, department_ids, user_activity_id }) as FloorAgent;
const viewer = (more: Partial<Viewer>): Viewer =>
  ({ id: 7, visibility: 'all', departmentIds: [1], codes: new Set(['MONITORING:VIEW']), ...more }) as Viewer;

const escort = {
  id: 4,
  call_id: 5,
  user_id: 2,
  mode: 'listen',
  state: 'attending',
  outcome: null,
  began_at: ago(5),
} as const;
const floor = {
  at: NOW,
  agents: [person(7, [1], 6), person(8, [1], 3), person(9, [2], 6)],
  calls: [
    call(1, 'ivr'),
    call(2, 'queue', { started_at: ago(120) }),
    call(3, 'ringing', { user_id: 8 }),
    call(4, 'ringing', { direction: 'outbound', user_id: 7 }),
    call(5, 'connected', { department_id: 2, user_id: 9 }),
    call(6, 'connected', { department_id: null, user_id: 7, media_id: 18, is_telephone: false }),
  ],
  escorts: [escort],
};

it('counts a call that rings for a caller among those that wait, and calls in rooms like the others', () => {
  expect(figuresOf(floor, floorScopeOf(viewer({})))).toEqual({
    'total-mon-call-count': { total: 6, waiting: 3, connected: 2 },
    'total-incoming-call': { ivr_call: 1, queue_call: 2 },
    'total-mon-call-duration': { longest: 120, average: 70 },
    'total-mon-call-type': { inbound: 5, outbound: 1 },
    'total-mon-user-count': {
      total: 3,
      by_activity: [
        { user_activity_id: 3, total: 1 },
        { user_activity_id: 6, total: 2 },
      ],
    },
    'total-escort': [escort],
  });
});

it('counts what the reader may see', () => {
  const inDepartment = figuresOf(floor, floorScopeOf(viewer({ visibility: 'department' })));
  expect(inDepartment).toMatchObject({
    'total-mon-call-count': { total: 5, waiting: 3, connected: 1 },
    'total-mon-user-count': { total: 2 },
    'total-escort': [],
  });
  const own = figuresOf(floor, floorScopeOf(viewer({ visibility: 'own' })));
  expect(own).toMatchObject({
    'total-mon-call-count': { total: 2, waiting: 0, connected: 1 },
    'total-mon-user-count': { total: 1 },
  });
});

it('is zero without the right', () => {
  expect(figuresOf(floor, floorScopeOf(viewer({ codes: new Set(['TICKETS:VIEW']) })))).toEqual({
    'total-mon-call-count': { total: 0, waiting: 0, connected: 0 },
    'total-incoming-call': { ivr_call: 0, queue_call: 0 },
    'total-mon-call-duration': { longest: 0, average: 0 },
    'total-mon-call-type': { inbound: 0, outbound: 0 },
    'total-mon-user-count': { total: 0, by_activity: [] },
    'total-escort': [],
  });
});
