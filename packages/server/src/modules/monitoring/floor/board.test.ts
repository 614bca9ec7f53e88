import { Activity, type FloorAgent } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { agentDifferenceOf, withAgentChanges, type FloorSnapshot } from './board.ts';
import { NO_SERVICE_SUMS } from './service-level.ts';

const agent = (id: number, since: string): FloorAgent => ({
  id,
  fullname: `Agent ${id}`,
  user_level_id: 1,
  department_ids: [1],
  user_activity_id: Activity.ready,
  activity_since: since,
  break_reason_id: null,
  activity_cause: null,
  activity_ends_at: null,
  capacity: 4,
  load: 2,
  loads: [],
  unanswered: 0,
  unanswered_since: null,
});
const floor: FloorSnapshot = {
  version: 1,
  at: new Date(0),
  agents: [agent(1, '2026-11-05T09:00:00.000Z'), agent(2, '2026-11-05T09:00:00.000Z')],
  calls: [],
  escorts: [],
  waiting: [],
  service: NO_SERVICE_SUMS,
  serviceRule: { target_seconds: 20, short_abandon_seconds: 5 },
};
const onBreak = (id: number, since: string) => ({
  id,
  user_activity_id: Activity.onBreak,
  activity_since: since,
});

it('takes what an agent does from the event of its change, and keeps the rest of the row', () => {
  const after = withAgentChanges(floor, new Map([[2, onBreak(2, '2026-11-05T09:00:01.000Z')]]));
  const [first, second] = after.agents;
  expect(first).toBe(floor.agents[0]);
  expect(second).toMatchObject({ user_activity_id: Activity.onBreak, load: 2, fullname: 'Agent 2' });
  expect(agentDifferenceOf(floor, after).agents).toEqual([{ id: 2, was: floor.agents[1], is: second }]);
});

it.each([
  ['an older change than the board has', onBreak(1, '2026-11-05T08:59:59.000Z')],
  ['somebody who is not on it', onBreak(3, '2026-11-05T09:00:01.000Z')],
])('ignores %s', (_what, change) => {
  const after = withAgentChanges(floor, new Map([[change.id, change]]));
  expect(agentDifferenceOf(floor, after).agents).toEqual([]);
});
