import type { VisitorMessage } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { countUnread, mergeMessages, newestReceived, setMessageState, mergeNewestPage } from './messages.ts';

const message = (id: number, change: Partial<VisitorMessage> = {}): VisitorMessage => ({
  id,
  from: 'agent',
  author: 'Dewi',
  body: `message ${id}`,
  attachments: [],
  state: 'sent',
  client_key: null,
  created_at: `2026-11-20T08:00:${String(id).padStart(2, '0')}.000Z`,
  ...change,
});
const ids = (list: readonly VisitorMessage[]) => list.map(({ id }) => id);

describe('merging messages', () => {
  it('keeps one per id, in the order of ids, whatever arrives', () => {
    const list = mergeMessages([message(2), message(5)], [message(5), message(3), message(1), message(3)]);
    expect(ids(list)).toEqual([1, 2, 3, 5]);
  });

  it('takes the newer content, but never an earlier state', () => {
    const list = mergeMessages(
      [message(1, { state: 'read' })],
      [message(1, { state: 'delivered', body: 'new' })],
    );
    expect(list[0]).toMatchObject({ state: 'read', body: 'new' });
    expect(mergeMessages(list, [message(1, { state: null })])[0]?.state).toBe('read');
  });

  it('gives the same list however the same messages come in', () => {
    const all = [message(1), message(2, { state: 'read' }), message(3)];
    const one = mergeMessages(mergeMessages([], [all[2]!, all[0]!]), [all[1]!]);
    const other = mergeMessages(mergeMessages([], all), [message(2, { state: 'delivered' })]);
    expect(one).toEqual(other);
  });
});

describe('the newest page after a cut', () => {
  it('joins on to what we have', () => {
    const taken = mergeNewestPage([message(1), message(2)], {
      messages: [message(2), message(3)],
      has_more: true,
    });
    expect(ids(taken.messages)).toEqual([1, 2, 3]);
    expect(taken.isStartKnown).toBe(true);
  });

  it('replaces what we have when messages between were missed', () => {
    const taken = mergeNewestPage([message(1), message(2)], { messages: [message(60)], has_more: true });
    expect(ids(taken.messages)).toEqual([60]);
    expect(taken.isStartKnown).toBe(false);
  });

  it('is the whole conversation when there is no more', () => {
    const taken = mergeNewestPage([message(1)], { messages: [message(1), message(9)], has_more: false });
    expect(ids(taken.messages)).toEqual([1, 9]);
  });
});

describe('what was read', () => {
  const own = { from: 'visitor' as const, author: '' };

  it('a read message says the same of the visitor’s earlier ones', () => {
    const list = [message(1, own), message(2), message(3, own), message(4, own)];
    expect(setMessageState(list, 3, 'read').map(({ state }) => state)).toEqual([
      'read',
      'sent',
      'read',
      'sent',
    ]);
    expect(setMessageState(list, 3, 'delivered').map(({ state }) => state)).toEqual([
      'sent',
      'sent',
      'delivered',
      'sent',
    ]);
  });

  it('counts what others wrote after the last one seen', () => {
    const list = [
      message(1, { state: 'read' }),
      message(2),
      message(3, own),
      message(4),
      message(5, { from: 'system' }),
    ];
    expect(countUnread(list, 0)).toBe(3);
    expect(countUnread(list, 2)).toBe(2);
    expect(countUnread(list, 5)).toBe(0);
  });

  it('is about the newest message that is not one’s own', () => {
    expect(newestReceived([message(1), message(2), message(3, own)])?.id).toBe(2);
    expect(newestReceived([message(3, own)])).toBeUndefined();
  });
});
