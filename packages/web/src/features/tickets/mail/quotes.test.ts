import { expect, it } from 'vitest';
import { splitQuote } from './quotes.ts';

it.each([
  [
    'Thanks!\n\nOn Fri, Dewi wrote:\n> Hello\n> there\n',
    'Thanks!',
    'On Fri, Dewi wrote:\n> Hello\n> there\n',
  ],
  [
    'Yes.\n\nOn Fri, Dewi\n<dewi@mail.example> wrote:\n\n> Hello',
    'Yes.',
    'On Fri, Dewi\n<dewi@mail.example> wrote:\n\n> Hello',
  ],
  [
    'Done\n-----Original Message-----\nFrom: you\nHello',
    'Done',
    '-----Original Message-----\nFrom: you\nHello',
  ],
  ['See:\n\nhere\n\n> Hello', 'See:\n\nhere', '> Hello'],
])('what %j quotes at its end is folded, with the line that says whose it is', (whole, text, quoted) => {
  expect(splitQuote(whole)).toEqual({ text, quoted });
});

it.each([
  'Hello\nthere',
  '> Hello\nYes\n> and you?\nNo',
  '> only a quotation',
  '',
  'On Friday:\n> all there is',
])('nothing is hidden of %j', (whole) => {
  expect(splitQuote(whole)).toEqual({ text: whole, quoted: '' });
});
