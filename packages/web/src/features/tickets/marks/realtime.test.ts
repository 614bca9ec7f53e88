import { expect, it } from 'vitest';
import { applyToDrafts } from './realtime.ts';

const event = (ticket_id: number, has_draft: boolean) =>
  ({ seq: 1, name: 'ticket-draft', payload: { ticket_id, has_draft } }) as const;

it('marks a ticket with a draft until the last one is gone, whatever order the answers come in', () => {
  const ids = [3, 2];
  expect(applyToDrafts(ids, event(3, true))).toBe(ids);
  expect(applyToDrafts(ids, event(9, true))).toEqual([9, 3, 2]);
  expect(applyToDrafts(ids, event(2, false))).toEqual([3]);
  expect(applyToDrafts(ids, event(7, false))).toBe(ids);
});
