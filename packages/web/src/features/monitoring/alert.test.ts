import type { ActivityId } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { alertFor } from './alert.ts';

const ACTIVITIES: readonly ActivityId[] = [1, 2, 3, 6, 7, 11, 12, 17, 18];

it.each(ACTIVITIES)('rings whoever watches at activity %i, but for 6, 7 and 11', (activity) => {
  const rings = ![6, 7, 11].includes(activity);
  const person = { is_monitoring: 1, user_activity_id: activity } as const;
  expect(alertFor(person, { ivr_call: 1, queue_call: 2 })).toBe(rings ? 3 : 0);
  expect(alertFor(person, { ivr_call: 0, queue_call: 1 })).toBe(rings ? 1 : 0);
  expect(alertFor(person, { ivr_call: 0, queue_call: 0 })).toBe(0);
  expect(alertFor({ ...person, is_monitoring: 0 }, { ivr_call: 1, queue_call: 2 })).toBe(0);
});
