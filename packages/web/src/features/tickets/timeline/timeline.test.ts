import type { Message } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { aMail, aMessage } from '../test-tickets.ts';
import { groupTimeline, mergeOutgoing, type TimelineItem } from './timeline.ts';

const dayOf = (iso: string) => iso.slice(0, 10);
const time = (text: string) => `2026-11-${text}:00.000Z`;
const agent = { type: 'user' as const, id: 7, name: 'Sari' };

function shape(items: TimelineItem[]) {
  return items.map((item) =>
    item.type === 'group' ? [item.side, item.entries.map((entry) => entry.id)] : item.type,
  );
}

describe('grouping a time line', () => {
  it('reads messages of one sender within five minutes as one turn', () => {
    const entries = [
      aMessage({ id: 1, created_at: time('20T08:00') }),
      aMessage({ id: 2, created_at: time('20T08:04') }),
      aMessage({ id: 3, created_at: time('20T08:20') }),
      aMessage({ id: 4, kind: 'outbound', author: agent, created_at: time('20T08:21') }),
    ];
    expect(shape(groupTimeline(entries, dayOf))).toEqual([
      'day',
      ['customer', [1, 2]],
      ['customer', [3]],
      ['us', [4]],
    ]);
  });

  it('leaves every mail by itself', () => {
    const entries = [
      aMessage({ id: 1 }),
      aMessage({ id: 2, mail: aMail() }),
      aMessage({ id: 3, mail: aMail() }),
      aMessage({ id: 4 }),
    ];
    expect(shape(groupTimeline(entries, dayOf)).slice(1)).toEqual(
      [1, 2, 3, 4].map((id) => ['customer', [id]]),
    );
  });

  it('keeps two agents, and a reply and a note of one agent, apart', () => {
    const other = { type: 'user' as const, id: 8, name: 'Budi' };
    const entries = [
      aMessage({ id: 1, kind: 'outbound', author: agent }),
      aMessage({ id: 2, kind: 'outbound', author: other }),
      aMessage({ id: 3, kind: 'note', author: other }),
    ];
    expect(shape(groupTimeline(entries, dayOf))).toEqual(['day', ['us', [1]], ['us', [2]], ['note', [3]]]);
  });

  it('breaks a turn at an event and at midnight', () => {
    const entries = [
      aMessage({ id: 1, created_at: time('20T23:58') }),
      aMessage({ id: 2, kind: 'event', event: { type: 'created' }, created_at: time('20T23:58') }),
      aMessage({ id: 3, created_at: time('20T23:59') }),
      aMessage({ id: 4, created_at: time('21T00:00') }),
    ];
    expect(shape(groupTimeline(entries, dayOf))).toEqual([
      'day',
      ['customer', [1]],
      'event',
      ['customer', [3]],
      'day',
      ['customer', [4]],
    ]);
  });

  it('shows a message on its way once, and under the same key when it has arrived', () => {
    const outgoing = {
      ...aMessage({ id: -1, kind: 'outbound', client_key: 'abcdefgh' }),
      sending: { status: 'sending' as const },
    };
    const before = groupTimeline(mergeOutgoing([aMessage({ id: 1 })], [outgoing]), dayOf);
    const arrived = aMessage({ id: 2, kind: 'outbound', client_key: 'abcdefgh', state: 'sent' });
    const after = groupTimeline(mergeOutgoing([aMessage({ id: 1 }), arrived], [outgoing]), dayOf);
    expect(shape(after)).toEqual(['day', ['customer', [1]], ['us', [2]]]);
    expect(after.map((item) => item.key)).toEqual(before.map((item) => item.key));
  });
});

it('leaves out of a joined time line how the other ticket was closed and merged', () => {
  const event = (id: number, own: Message['event'], origin_ticket_id?: number) =>
    aMessage({ id, kind: 'event', event: own, ...(origin_ticket_id && { origin_ticket_id }) });
  const closed: Message['event'] = {
    type: 'changed',
    changes: [{ field: 'status', from: 'open', to: 'closed' }],
    version: 2,
  };
  const entries = [
    event(1, { type: 'created' }, 9),
    event(2, closed, 9),
    event(3, { type: 'merged_into', ticket_id: 1, number: '1' }, 9),
    event(4, closed),
  ];
  const shown = groupTimeline(entries, () => 'today').flatMap((item) =>
    item.type === 'event' ? [item.entry.id] : [],
  );
  expect(shown).toEqual([1, 4]);
});
