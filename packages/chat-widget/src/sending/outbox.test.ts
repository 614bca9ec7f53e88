import type { VisitorMessage } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import {
  addOutgoing,
  nextToSend,
  pendingOf,
  readOutgoing,
  refusalOf,
  removeOutgoing,
  withoutFiles,
  type OutboxMessage,
} from './outbox.ts';

const entry = (key: string, change: Partial<OutboxMessage> = {}): OutboxMessage => ({
  client_key: `w-${key}-12345`,
  body: key,
  files: [],
  created_at: `2026-11-20T08:00:0${key}.000Z`,
  refusal: null,
  ...change,
});
const bodies = (outbox: readonly OutboxMessage[]) => outbox.map(({ body }) => body);

describe('the outbox', () => {
  it('keeps the order in which messages were written, also when they come from two tabs', () => {
    expect(bodies([entry('3'), entry('1'), entry('2')].reduce<OutboxMessage[]>(addOutgoing, []))).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('holds an entry once', () => {
    const again = addOutgoing([entry('1'), entry('2')], entry('1', { refusal: 'other' }));
    expect(bodies(again)).toEqual(['1', '2']);
    expect(again[0]?.refusal).toBe('other');
    expect(bodies(removeOutgoing(again, entry('1').client_key))).toEqual(['2']);
  });

  it('sends the first that was not refused', () => {
    expect(nextToSend([entry('1', { refusal: 'invalid' }), entry('2')])?.body).toBe('2');
    expect(nextToSend([entry('1', { refusal: 'invalid' })])).toBeUndefined();
  });

  it('does not show what has been stored already', () => {
    const stored = [{ client_key: entry('1').client_key }] as VisitorMessage[];
    expect(bodies(pendingOf([entry('1'), entry('2')], stored))).toEqual(['2']);
  });

  it('keeps text, not files, for a new visitor', () => {
    const file = { id: 'f', name: 'a.png', mime: 'image/png', size: 1, url: '/a' };
    const kept = withoutFiles([entry('1', { files: [file] }), entry('2', { body: ' ', files: [file] })]);
    expect(kept).toEqual([entry('1')]);
  });

  it('survives storage', () => {
    expect(readOutgoing(JSON.stringify(entry('1')))).toEqual(entry('1'));
  });

  it.each(['', 'null', '[]', '{}', '{"client_key":1}', '{"client_key":"k","body":"b"}', 'not json'])(
    'ignores %j in storage',
    (stored) => expect(readOutgoing(stored)).toBeNull(),
  );

  it.each([
    ['invalid', 'invalid'],
    ['too_large', 'too_large'],
    ['invalid_reference', 'files_gone'],
    ['forbidden', 'other'],
  ])('says why: %s', (code, refusal) => expect(refusalOf(code)).toBe(refusal));
});
