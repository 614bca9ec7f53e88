import type { FieldChange, Message, TicketEvent } from '@trunkline/contract';
import { expect, it } from 'vitest';
import type { TicketNames } from '#shared/tickets/names.ts';
import { aMessage } from '../test-tickets.ts';
import { eventWords } from './event-words.ts';

const t = (key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.entries(values).map(([name, value]) => `${name}=${String(value)}`)].join(' ');
const names = {
  agent: (id: number) => `agent ${id}`,
  department: (id: number) => `department ${id}`,
  field: (name: string) => `field.${name}`,
  value: (_: string, raw: unknown) => String(raw),
} as unknown as TicketNames;
const sari: Message['author'] = { type: 'user', id: 7, name: 'Sari' };

function words(changes: FieldChange[], author = sari): string[] {
  return eventWords(
    aMessage({ id: 1, kind: 'event', author, event: { type: 'changed', changes, version: 2 } }),
    { t, names },
  );
}

it('tells taking a ticket from being given one', () => {
  expect(words([{ field: 'assignee_id', from: null, to: 7 }])).toEqual(['event.taken name=Sari']);
  expect(words([{ field: 'assignee_id', from: null, to: 8 }])).toEqual(['event.assigned name=Sari to=8']);
});

it('does not say that a transfer frees the ticket', () => {
  const moved: FieldChange = { field: 'department_id', from: 1, to: 2 };
  expect(words([moved, { field: 'assignee_id', from: 7, to: null }])).toEqual([
    'event.moved name=Sari from=1 to=2',
  ]);
});

it('knows solving and opening again from other changes of the status', () => {
  expect(words([{ field: 'status', from: 'open', to: 'solved' }])).toEqual(['event.solved name=Sari']);
  expect(words([{ field: 'status', from: 'closed', to: 'open' }])).toEqual(['event.reopened name=Sari']);
  expect(words([{ field: 'status', from: 'open', to: 'pending' }])).toEqual([
    'event.status name=Sari to=pending',
  ]);
});

it('speaks of the product where nobody did it', () => {
  expect(words([{ field: 'type_id', from: null, to: 3 }], { type: 'system', id: null, name: '' })).toEqual([
    'event.fieldSet name=event.system from=null to=3 field=field.type_id',
  ]);
});

it('tells a call back that is tried again from one that is given up', () => {
  const missed = (reason: 'nobody' | 'declined', next_at: string | null) =>
    eventWords(
      aMessage({
        id: 1,
        kind: 'event',
        author: sari,
        event: { type: 'call_back_missed', call_back_id: 9, reason, next_at },
      }),
      { t, names },
    )[0];
  expect(missed('nobody', '2026-11-21T10:05:00.000Z')).toMatch(/^event\.call_back_missed_nobody time=.+/);
  expect(missed('nobody', null)).toBe('event.call_back_given_up');
  expect(missed('declined', null)).toBe('event.call_back_missed_declined');
});

it.each<[TicketEvent, string]>([
  [
    { type: 'call_invited', call_id: 1, user_id: 8, purpose: 'join' },
    'event.call_invited_join name=Sari to=agent 8',
  ],
  [
    { type: 'call_invitation_ended', call_id: 1, user_id: 8, outcome: 'missed' },
    'event.call_invitation_missed name=Sari to=agent 8',
  ],
  [{ type: 'call_joined', call_id: 1, user_id: 8 }, 'event.call_joined to=agent 8'],
  [{ type: 'call_left', call_id: 1, user_id: 7 }, 'event.call_left to=agent 7'],
  [{ type: 'call_transferred', call_id: 1, user_id: 8, department_id: null }, 'event.call_given to=agent 8'],
  [
    { type: 'call_transferred', call_id: 1, user_id: null, department_id: 2 },
    'event.call_moved name=Sari to=department 2',
  ],
  [{ type: 'call_held', call_id: 1 }, 'event.call_held name=Sari'],
  [{ type: 'merged', ticket_id: 2, number: '100' }, 'relations.merged name=Sari number=100'],
  [{ type: 'followed' }, 'relations.followed name=Sari'],
  [
    { type: 'linked', ticket_id: 2, number: '100', kind: 'child' },
    'relations.linked_child name=Sari number=100',
  ],
  [
    { type: 'split', ticket_id: 2, number: '100', messages: 3 },
    'relations.split name=Sari number=100 count=3',
  ],
  [{ type: 'call_resumed', call_id: 1, seconds: 75 }, 'event.call_resumed name=Sari time=1 min 15 s'],
])('tells what happened: %o', (event, sentence) => {
  const entry = aMessage({ id: 1, kind: 'event', author: sari, event });
  expect(eventWords(entry, { t, names })).toEqual([sentence]);
});

it('tells of an answer to a custom field by the name of the field, with its own letters', () => {
  expect(words([{ field: 'field:3', from: null, to: 'A-7' }])).toEqual([
    'event.fieldSet name=Sari from=null to=A-7 field=field.field:3',
  ]);
  expect(words([{ field: 'field:3', from: ['1'], to: null }])).toEqual([
    'event.fieldCleared name=Sari from=1 to=null field=field.field:3',
  ]);
});

it('says to whom a mail went before it was sent again, where that is somebody else', () => {
  const again = (before: string[], now: string[]) =>
    eventWords(
      aMessage({
        id: 1,
        kind: 'event',
        author: sari,
        event: { type: 'sent_again', message_id: 5, before, now },
      }),
      { t, names },
    )[0];
  expect(again([], [])).toMatch(/^event\.sent_again name=Sari/);
  expect(again(['a@x.example'], ['b@x.example', 'c@x.example'])).toBe(
    'event.sent_again_to name=Sari before=a@x.example now=b@x.example, c@x.example',
  );
});
