import type { VisitorMessage } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import type { OutboxMessage } from '../sending/outbox.ts';
import { rowsOf, type MessageRow } from './rows.ts';

const message = (id: number, createdAt: string, change: Partial<VisitorMessage> = {}): VisitorMessage => ({
  id,
  from: 'agent',
  author: 'Dewi',
  body: '',
  attachments: [],
  state: 'sent',
  client_key: null,
  created_at: createdAt,
  ...change,
});
const own = { from: 'visitor' as const, client_key: 'w-own-12345' };
const now = new Date(2026, 10, 20, 15);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();
const rows = (messages: VisitorMessage[], pending: OutboxMessage[] = [], language: 'en' | 'id' = 'en') =>
  rowsOf({ messages, pending, language, now, words: { today: 'Today', yesterday: 'Yesterday' } });
/** Removes the comma after a weekday, which only some versions of the runtime's language data have. */
const days = (list: ReturnType<typeof rows>) =>
  list.flatMap((row) => (row.kind === 'day' ? [row.label.replace(',', '')] : []));
const bubbles = (list: ReturnType<typeof rows>) =>
  list.filter((row): row is MessageRow => row.kind === 'message');

describe('the conversation as it is shown', () => {
  it('names the days', () => {
    const list = rows([
      message(1, at(17, 9)),
      message(2, at(19, 9)),
      message(3, at(20, 9)),
      message(4, at(20, 10)),
    ]);
    expect(days(list)).toEqual(['Tuesday 17 November', 'Yesterday', 'Today']);
    expect(days(rows([message(1, at(17, 9))], [], 'id'))).toEqual(['Selasa 17 November']);
    expect(days(rows([message(1, new Date(2025, 0, 5).toISOString())]))).toEqual(['Sunday 5 January 2025']);
  });

  it('puts what one person wrote in a row together', () => {
    const list = bubbles(
      rows([
        message(1, at(20, 9, 0)),
        message(2, at(20, 9, 1)),
        message(3, at(20, 9, 2), own),
        message(4, at(20, 9, 3), { author: 'Ari' }),
        message(5, at(20, 9, 4)),
        message(6, at(20, 9, 40)),
      ]),
    );
    expect(list.map((row) => [row.isFirstOfRun, row.isLastOfRun])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  it('shows the state at the visitor’s newest message, and at what is not stored yet', () => {
    const entry: OutboxMessage = {
      client_key: 'w-next-1234',
      body: 'x',
      files: [],
      created_at: at(20, 10),
      refusal: null,
    };
    const states = (list: ReturnType<typeof rows>) => bubbles(list).map((row) => row.showsState);
    expect(
      states(rows([message(1, at(20, 9), own), message(2, at(20, 9), own), message(3, at(20, 9))])),
    ).toEqual([false, true, false]);
    expect(
      states(rows([message(1, at(20, 9), own)], [entry, { ...entry, client_key: 'w-last-1234' }])),
    ).toEqual([false, true, true]);
  });

  it('keeps the row of a message when it is confirmed', () => {
    const entry: OutboxMessage = {
      client_key: own.client_key,
      body: 'x',
      files: [],
      created_at: at(20, 10),
      refusal: null,
    };
    expect(bubbles(rows([], [entry]))[0]?.key).toBe(bubbles(rows([message(8, at(20, 10), own)]))[0]?.key);
  });
});
