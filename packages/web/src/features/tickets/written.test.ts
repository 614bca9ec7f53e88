import type { Conversation } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { isAnsweredByMail, writtenOnes } from './written.ts';

const one = (id: number, media_id: Conversation['media_id']): Conversation => ({
  id,
  media_id,
  ticket_id: 77,
  channel_account_id: 1,
  status: 'ended',
  started_at: '2026-11-21T09:30:00.000Z',
  ended_at: '2026-11-21T09:31:00.000Z',
  is_reachable: false,
  open_until: null,
  refuses_since: null,
});

it('a ticket that came by a call can be answered in writing once its customer has written', () => {
  expect(writtenOnes([one(1, 18), one(2, 17)])).toEqual([]);
  expect(writtenOnes([one(4, 17), one(3, 6), one(2, 4)]).map(({ id }) => id)).toEqual([2, 3]);
});

it('an answer is a mail where the customer wrote one last', () => {
  expect(isAnsweredByMail([one(1, 6), one(2, 2), one(3, 18)])).toBe(true);
  expect(isAnsweredByMail([one(1, 2), one(2, 6)])).toBe(false);
  expect(isAnsweredByMail([])).toBe(false);
});
