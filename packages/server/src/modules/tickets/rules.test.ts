import type { Ticket } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#platform/access';
import { changesBetween } from './changes.ts';
import { countsFor, type CountRow } from './list/counts.ts';
import { canSee } from './policy.ts';
import { viewerListRooms, ticketRooms } from './rooms.ts';
import { previewOf, tracesOf } from './timeline/time-line.ts';

const now = new Date('2026-01-02T03:04:05Z');
const ticket = {
  id: 7,
  subject: 'Hello',
  status: 'open',
  department_id: 1,
  assignee_id: 4,
  tags: ['a'],
  fields: { '3': 'x', '4': ['1', '2'] },
  unread: 2,
  waiting_since: null,
  first_response_at: null,
} as unknown as Ticket;
const author = { type: 'customer' as const, id: 1, name: 'Rina' };
const messageBy = (
  kind: 'inbound' | 'outbound' | 'note',
  type: 'customer' | 'user' | 'system',
  body = 'Hi',
) => tracesOf(ticket, { kind, body, author: { ...author, type }, attachments: [] }, now);

describe('what a message leaves on its ticket', () => {
  it('from a customer: they wait, and it is unread', () => {
    expect(messageBy('inbound', 'customer')).toMatchObject({
      last_message_by: 'customer',
      waiting_since: now,
      unread: 3,
      first_response_at: null,
    });
  });
  it('from a customer who waits already: since the first of them', () => {
    const waiting = { ...ticket, waiting_since: '2026-01-01T00:00:00.000Z' };
    expect(
      tracesOf(waiting, { kind: 'inbound', body: 'Hi', author, attachments: [] }, now)?.waiting_since,
    ).toBe('2026-01-01T00:00:00.000Z');
  });
  it('from an agent: nobody waits, all is read, and the first answer has its time', () => {
    expect(messageBy('outbound', 'user')).toMatchObject({
      last_message_by: 'agent',
      waiting_since: null,
      unread: 0,
      first_response_at: now,
    });
  });
  it('nothing for notes and for what the system says', () => {
    expect(messageBy('note', 'user')).toBeNull();
    expect(messageBy('outbound', 'system')).toBeNull();
  });
});

describe('a preview', () => {
  it('is one line, cut between characters, or the names of the files', () => {
    expect(previewOf({ body: ' a\n\n b ', attachments: [] })).toBe('a b');
    expect([...previewOf({ body: '😀'.repeat(300), attachments: [] })]).toHaveLength(160);
    expect(
      previewOf({ body: ' ', attachments: [{ id: '', name: 'photo.png', mime: '', size: 1, url: '' }] }),
    ).toBe('photo.png');
  });
});

describe('changes', () => {
  it('are the fields that really differ', () => {
    expect(changesBetween(ticket, { subject: 'Hello', tags: ['a'], status: 'pending' })).toEqual([
      { field: 'status', from: 'open', to: 'pending' },
    ]);
    expect(changesBetween(ticket, { fields: { '4': ['1', '2'], '5': true } })).toEqual([
      { field: 'field:3', from: 'x', to: null },
      { field: 'field:5', from: null, to: true },
    ]);
  });
});

const viewer = (visibility: Viewer['visibility'], id: number, departmentIds: number[]) =>
  ({ visibility, id, departmentIds }) as unknown as Viewer;
const everybody = (['own', 'department', 'all'] as const).flatMap((visibility) =>
  [4, 5].flatMap((id) => [[], [1], [2], [1, 2]].map((departments) => viewer(visibility, id, departments))),
);

describe('who may see a ticket', () => {
  it.each(everybody)('is who is told of it ($visibility, user $id, departments $departmentIds)', (one) => {
    for (const placed of [ticket, { ...ticket, assignee_id: null }, { ...ticket, department_id: 2 }]) {
      const isTold = viewerListRooms(one).some((room) => ticketRooms(placed).includes(room));
      expect(isTold).toBe(canSee(one, placed));
    }
  });
});

describe('counts', () => {
  const rows: CountRow[] = [
    { department_id: 1, status: 'open', assignee_id: 0, n: 2, waiting: 2, snoozed: 0 },
    { department_id: 1, status: 'open', assignee_id: 4, n: 1, waiting: 0, snoozed: 0 },
    { department_id: 2, status: 'open', assignee_id: 4, n: 3, waiting: 0, snoozed: 0 },
  ];
  it('hold whole departments for those who see them, and own tickets everywhere', () => {
    expect(countsFor(viewer('department', 4, [1]), rows)).toEqual([
      { department_id: 1, status: 'open', total: 3, unassigned: 2, mine: 1, waiting: 2, snoozed: 0 },
      { department_id: 2, status: 'open', total: 3, unassigned: 0, mine: 3, waiting: 0, snoozed: 0 },
    ]);
    expect(countsFor(viewer('own', 5, [1]), rows)).toEqual([]);
  });
});
