import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../../../test/cpu-time.ts';
import { optOutKeywordOf } from './keywords.ts';

it.each([
  ['STOP', 'stop'],
  ['STOP!!!', 'stop'],
  [' stop all. ', 'stop'],
  ['Stop !.!', 'stop'],
  [`STOP${'!'.repeat(156)}`, 'stop'],
  ['Berhenti.', 'stop'],
  ['Mulai!', 'start'],
  ['HELP!', 'help'],
  ['STOP?', undefined],
  ['!!!STOP', undefined],
  ['stop it', undefined],
  ['Please stop!', undefined],
  ['!!!', undefined],
  ['', undefined],
])('%j asks for %s', (text, keyword) => expect(optOutKeywordOf(text)).toBe(keyword));

it.each([
  ['marks', '!'.repeat(20_000), 'stop'],
  ['marks before another word', `${'!'.repeat(20_000)}x`, undefined],
  ['spaces before another word', `${' '.repeat(20_000)}x`, undefined],
  ['marks and spaces in turn', '! '.repeat(10_000), 'stop'],
])('%s without end are read in time that grows with their number only', async (_name, rest, keyword) => {
  const used = await cpuMsOf(() => expect(optOutKeywordOf(`STOP${rest}`)).toBe(keyword));
  expect(used).toBeLessThan(1000);
});
