import { SUGGESTED_REPLIES, type AutoReplies } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { enabledKinds, replyProblems, sampleValues, unknownVariablesIn } from './reply-form.ts';

const withWelcome = (more: Partial<AutoReplies['welcome']>): AutoReplies => ({
  ...SUGGESTED_REPLIES,
  welcome: { ...SUGGESTED_REPLIES.welcome, is_on: true, ...more },
});

it('finds nothing wrong with what is suggested', () => {
  expect([...replyProblems(SUGGESTED_REPLIES)]).toEqual([]);
  expect(enabledKinds(SUGGESTED_REPLIES)).toEqual([]);
  expect(enabledKinds(withWelcome({}))).toEqual(['welcome']);
});

it('asks for words where a reply is on, in one language at least', () => {
  expect([...replyProblems(withWelcome({ text: { en: ' ', id: '' } }))]).toEqual([
    'welcome.text.en',
    'welcome.text.id',
  ]);
  expect([...replyProblems(withWelcome({ text: { en: '', id: 'Halo' } }))]).toEqual([]);
});

it('knows the variables of each kind', () => {
  const replies = withWelcome({ text: { en: 'You are number {{position}}', id: 'Halo' } });
  expect([...replyProblems(replies)]).toEqual(['welcome.text.en']);
  expect(unknownVariablesIn(replies, 'welcome', 'en')).toEqual(['position']);
  expect(unknownVariablesIn(replies, 'welcome', 'id')).toEqual([]);
});

it.each([
  ['too soon', 9],
  ['too late', 3601],
  ['empty', Number.NaN],
  ['no whole number', 10.5],
])('refuses a time that is %s', (_name, after_seconds) => {
  const replies = { ...SUGGESTED_REPLIES, busy: { ...SUGGESTED_REPLIES.busy, after_seconds } };
  expect([...replyProblems(replies)]).toEqual(['after_seconds']);
});

it('shows times that are set, and none that is not', () => {
  const known = { name: 'Rina', department: 'Care', now: Date.UTC(2026, 10, 22, 12) };
  const closing = (close_after_minutes: number | null) => ({
    ...SUGGESTED_REPLIES,
    idle: { ...SUGGESTED_REPLIES.idle, close_after_minutes },
  });
  expect(sampleValues(closing(30), { kind: 'idle', language: 'en' }, known)).toMatchObject({
    closes_in: '30 minutes',
  });
  expect(sampleValues(closing(30), { kind: 'holiday', language: 'en' }, known)).toEqual({
    'customer.first_name': 'Rina',
    'ticket.number': '100042',
    department: 'Care',
    opens_at: 'Monday 23 November at 09:00',
  });
  expect(sampleValues(closing(null), { kind: 'idle', language: 'id' }, known)).not.toHaveProperty(
    'closes_in',
  );
});
