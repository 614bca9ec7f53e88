import { answers, readAnswer, type Answer, type CustomField } from '@trunkline/contract';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { languageStore } from '../lib/language.ts';
import { timeZoneStore } from '../lib/time-zone.ts';
import { draftOf, readDraft } from './answer-draft.ts';
import { fromZoned, toZoned } from './zoned-time.ts';

afterEach(() => {
  timeZoneStore.set(undefined);
  languageStore.set('en');
});

const OPTIONS = ['1', '2', '3'].map((id) => ({ id, name: `Option ${id}`, is_active: id !== '3' }));
const field = (kind: CustomField['kind']) => ({ id: 7, kind, options: OPTIONS });
const moment = fc
  .integer({ min: Date.parse('1990-01-01'), max: Date.parse('2090-01-01') })
  .map((at) => new Date(at));
const GIVEN: Record<CustomField['kind'], fc.Arbitrary<unknown>> = {
  line: fc.string({ minLength: 1 }),
  text: fc.string({ minLength: 1 }),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  date: moment.map((at) => at.toISOString().slice(0, 10)),
  date_time: moment.map((at) => at.toISOString()),
  choice: fc.constantFrom('1', '2'),
  choices: fc.subarray(['1', '2'], { minLength: 1 }),
  check: fc.constant(true),
  link: fc.webUrl(),
};
const KINDS = Object.keys(GIVEN) as CustomField['kind'][];

it.each(KINDS)(
  'an answer of the kind %s that was taken is taken again, as it is, also from a form',
  (kind) => {
    fc.assert(
      fc.property(
        GIVEN[kind],
        fc.constantFrom('Asia/Jakarta', 'Europe/Berlin', 'America/St_Johns'),
        (given, zone) => {
          timeZoneStore.set(zone);
          const read = readAnswer(field(kind), given);
          const answer = 'answer' in read ? read.answer : null;
          // A generated text may be blank or consist only of characters that are removed; then it is no answer.
          fc.pre(answer !== null);
          expect(answers.parse({ 7: answer })).toEqual({ 7: answer });
          expect(readAnswer(field(kind), answer)).toEqual({ answer });
          expect(readDraft(field(kind), draftOf(field(kind), answer), answer)).toEqual({ answer });
        },
      ),
    );
  },
);

it('nothing but what fits its kind is an answer, whatever is sent', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.jsonValue(), (kind, given) => {
      const read = readAnswer(field(kind), given);
      fc.pre('answer' in read && read.answer !== null);
      expect(SHAPES[kind](answerIn(read))).toBe(true);
    }),
  );
});

const answerIn = (read: ReturnType<typeof readAnswer>): Answer =>
  ('answer' in read ? read.answer : null) ?? '';
const isText = (answer: Answer) => typeof answer === 'string' && answer.trim() !== '';
const SHAPES: Record<CustomField['kind'], (answer: Answer) => boolean> = {
  line: (answer) => isText(answer) && !/[\n\r]/.test(String(answer)),
  text: isText,
  number: Number.isFinite,
  date: (answer) => /^\d{4}-\d{2}-\d{2}$/.test(String(answer)),
  date_time: (answer) => new Date(String(answer)).toISOString() === answer,
  choice: (answer) => answer === '1' || answer === '2',
  choices: (answer) => Array.isArray(answer) && answer.every((id) => id === '1' || id === '2'),
  check: (answer) => answer === true,
  link: (answer) => /^(https?|mailto):/i.test(String(answer)),
};

it.each(['javascript:alert(1)', 'data:text/html,x', 'shop', '1.5', 'mailto:', 'https://'])(
  'a link does not lead to %s',
  (given) => expect(readAnswer(field('link'), given)).toEqual({ problem: 'invalid' }),
);

it('a link that is typed without its beginning leads to the site', () => {
  expect(readAnswer(field('link'), ' shop.example ')).toEqual({ answer: 'https://shop.example' });
  expect(readAnswer(field('link'), 'shop.example:8080/a?b=c')).toEqual({
    answer: 'https://shop.example:8080/a?b=c',
  });
});

it('an option that is switched off stays where it was chosen, and nowhere else', () => {
  expect(readAnswer(field('choice'), '3')).toEqual({ problem: 'no_option' });
  expect(readAnswer(field('choice'), '3', '3')).toEqual({ answer: '3' });
  expect(readAnswer(field('choices'), ['3', '1'], ['3'])).toEqual({ answer: ['1', '3'] });
  expect(readAnswer(field('choices'), ['3', '1'], ['1'])).toEqual({ problem: 'no_option' });
});

it('a moment is typed in the zone in which times are read, across a change of the clocks too', () => {
  timeZoneStore.set('Europe/Berlin');
  expect(toZoned('2026-11-22T08:00:00.000Z')).toBe('2026-11-22T09:00');
  expect(fromZoned('2026-03-29T03:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(fromZoned('2026-03-29T01:30')).toBe('2026-03-29T00:30:00.000Z');
  expect(fromZoned('2026-10-25T12:00')).toBe('2026-10-25T11:00:00.000Z');
  expect(fromZoned('soon')).toBeNull();
});

it('a number is typed and shown as the language of the screen writes it', () => {
  expect(readDraft(field('number'), ' 1,234.5 ')).toEqual({ answer: 1234.5 });
  expect(readDraft(field('number'), '12,5')).toEqual({ problem: 'invalid' });
  expect(draftOf(field('number'), 1234.5)).toBe('1,234.5');
  languageStore.set('id');
  expect(readDraft(field('number'), '1.234')).toEqual({ answer: 1234 });
  expect(readDraft(field('number'), '12.5')).toEqual({ problem: 'invalid' });
  expect(draftOf(field('number'), 1234.5)).toBe('1.234,5');
  expect(readDraft(field('number'), 'twelve')).toEqual({ problem: 'invalid' });
  expect(readDraft(field('number'), ' ')).toEqual({ answer: null });
});
