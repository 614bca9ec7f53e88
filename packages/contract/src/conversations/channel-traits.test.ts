import { expect, it } from 'vitest';
import { mediaId } from '../kit/codes.ts';
import { CHOICE_LENGTH_MAX, CHOICES_MAX } from '../messaging/choices.ts';
import { CHANNEL_TRAITS } from './channel-traits.ts';

const all = [...mediaId.values].map((id) => ({ id, ...CHANNEL_TRAITS[id] }));

it('only channels that take replies have traits of replies', () => {
  const odd = all.filter(
    ({ isAnswered, hasRichText, takesFiles, takesTemplates, choices }) =>
      !isAnswered && (hasRichText || takesFiles || takesTemplates || choices),
  );
  expect(odd).toEqual([]);
});

it('no channel allows more or longer choices than the contract', () => {
  const limits = all.flatMap(({ choices }) => choices ?? []);
  expect(Math.max(...limits.map(({ most }) => most))).toBe(CHOICES_MAX);
  expect(Math.max(...limits.map(({ length }) => length))).toBe(CHOICE_LENGTH_MAX);
});

it('the specification gives each counter to one channel, and one to several', () => {
  const named = all.flatMap(({ counter }) => (counter === null || counter === 'socmed' ? [] : [counter]));
  expect(named.toSorted()).toEqual(['email', 'livechat', 'sms', 'whatsapp']);
});
