import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/cpu-time.ts';
import { fillVariables, variablesIn } from './variables.ts';

it('variables are found by their names, whatever spaces stand around them', () => {
  const text = 'Dear {{customer.name}}, {{ ticket.number }} {{\nnothing }} {{}} {not} {{{ ticket.number }}}';
  expect(variablesIn(text)).toEqual(['customer.name', 'ticket.number', 'nothing', '']);
  const known = new Map([
    ['customer.name', '{{ ticket.number }}'],
    ['ticket.number', '17'],
  ]);
  expect(fillVariables(text, known)).toBe('Dear {{ ticket.number }}, 17 {{\nnothing }} {{}} {not} {17}');
});

it.each(['{{', '{{ ', '{{ a', '{{ a }'])(
  'looking for them in very much %j costs no more than its length',
  async (words) => {
    const text = `{{${' '.repeat(20_000)}${words.repeat(5000)}`;
    expect(await cpuMsOf(() => fillVariables(text, new Map()))).toBeLessThan(500);
  },
);
