import { fillAutoReply, momentWords, durationWords } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { firstNameOf, greetingFor, languageOf } from './rules.ts';

const OFF = { is_on: false, text: { en: '', id: '' } };
const ON = { ...OFF, is_on: true };
const ALL = { welcome: ON, out_of_hours: ON, holiday: ON };
const USUAL = { isNewCase: true, isOpen: true, isHoliday: false, isAttended: false };

describe('what a message is greeted with', () => {
  it.each([
    ['a new case', ALL, {}, 'welcome'],
    ['a case that goes on', ALL, { isNewCase: false }, null],
    ['a new case at night', ALL, { isOpen: false }, 'out_of_hours'],
    ['a case that goes on at night', ALL, { isNewCase: false, isOpen: false }, 'out_of_hours'],
    ['somebody who is attended at night', ALL, { isNewCase: false, isOpen: false, isAttended: true }, null],
    ['a holiday', ALL, { isOpen: false, isHoliday: true }, 'holiday'],
    ['a holiday with a reply for closing times only', { ...ALL, holiday: OFF }, HOLIDAY(), 'out_of_hours'],
    ['a holiday on which it is open', ALL, { isHoliday: true }, 'welcome'],
    ['a new case at night, without a reply for that', { ...ALL, out_of_hours: OFF }, NIGHT(), 'welcome'],
    ['anything, with all off', { welcome: OFF, out_of_hours: OFF, holiday: OFF }, NIGHT(), null],
  ] as const)('%s', (_name, replies, more, expected) => {
    expect(greetingFor(replies, { ...USUAL, ...more })).toBe(expected);
  });
});
function HOLIDAY() {
  return { isOpen: false, isHoliday: true };
}
function NIGHT() {
  return { isOpen: false };
}

it('a text is in the language of the customer, of the workspace, or in the one that there is', () => {
  expect(languageOf({ en: 'Hello', id: 'Halo' }, ['id', 'en'])).toBe('id');
  expect(languageOf({ en: 'Hello', id: ' ' }, ['id', 'en'])).toBe('en');
  expect(languageOf({ en: '', id: 'Halo' }, ['en', 'en'])).toBe('id');
  expect(languageOf({ en: '', id: '' }, ['en'])).toBeUndefined();
});

it.each([
  ['Rina Kusuma', 'Rina'],
  ['  José  ', 'José'],
  ['عمر الفاروق', 'عمر'],
  ['+62 811 1234', ''],
  ['visitor@shop.example', ''],
  ['https://evil.example', ''],
  ['www.evil.example', ''],
  ['J. Hartono', 'J.'],
  ['{{ticket.number}} Budi', ''],
  ['🙂 Rina', ''],
  ['', ''],
])('whoever is called “%s” is greeted as “%s”', (name, expected) => {
  expect(firstNameOf(name)).toBe(expected);
});

describe('a text', () => {
  const fill = (text: string, values: Parameters<typeof fillAutoReply>[1]) => fillAutoReply(text, values);

  it('leaves out the lines that say what is not known', () => {
    const text =
      'We are busy.\nYou are number {{position}}.\nThe wait is about {{expected_wait}}.\n\nThank you';
    expect(fill(text, { position: '2' })).toBe('We are busy.\nYou are number 2.\n\nThank you');
    expect(fill('You are number {{position}}', {})).toBe('');
  });

  it('reads well without a name', () => {
    expect(fill('Hello {{customer.first_name}}, welcome', { 'customer.first_name': '' })).toBe(
      'Hello, welcome',
    );
    expect(fill('{{ customer.first_name }}, welcome', { 'customer.first_name': '' })).toBe('welcome');
    expect(fill('Hello {{customer.first_name}}, welcome', { 'customer.first_name': 'Rina' })).toBe(
      'Hello Rina, welcome',
    );
  });

  it('is filled in once: what stands for a variable is nobody’s template', () => {
    const values = { 'customer.first_name': '{{ticket.number}} $&', 'ticket.number': '100042' };
    expect(fill('{{customer.first_name}}', values)).toBe('{{ticket.number}} $&');
  });
});

it.each([
  [0, '1 minute', '1 menit'],
  [61, '2 minutes', '2 menit'],
  [5400, '90 minutes', '90 menit'],
  [7201, '3 hours', '3 jam'],
])('%i seconds are %s', (seconds, english, indonesian) => {
  expect(durationWords(seconds, 'en')).toBe(english);
  expect(durationWords(seconds, 'id')).toBe(indonesian);
});

it('a moment is told as the clocks of the office show it', () => {
  const at = new Date('2026-11-23T02:00:00Z');
  expect(momentWords(at, 'Asia/Jakarta', 'en')).toBe('Monday 23 November at 09:00');
  expect(momentWords(at, 'Asia/Jakarta', 'id')).toMatch(/^Senin,? 23 November pukul 09\.00$/);
});
