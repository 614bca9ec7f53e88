import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScenario } from './scenario.ts';

const folder = new URL('../../scenarios/', import.meta.url);
const everyday = fs.readFileSync(new URL('everyday.json', folder), 'utf8');
const changed = (more: object): string => JSON.stringify({ ...(JSON.parse(everyday) as object), ...more });

describe('a scenario', () => {
  it.each(fs.readdirSync(folder))('%s can be read', (name) => {
    expect(readScenario(fs.readFileSync(new URL(name, folder), 'utf8')).arrivals_a_minute).toBeGreaterThan(0);
  });

  it.each([
    ['{', /not JSON/],
    [changed({ arrivals_a_minute: -1 }), /arrivals_a_minute/],
    [changed({ arrivals: 5 }), /arrivals/],
    [changed({ channels: { whatsapp: 0 } }), /weigh nothing[\s\S]*channels/],
    [changed({ channels: { fax: 1 } }), /fax/],
    [changed({ patience_seconds: { from: 9, to: 3 } }), /"from" is more than "to"[\s\S]*patience_seconds/],
    [changed({ chances: { photo: 2 } }), /photo/],
    [changed({ limits: { whatsapp: { messages_a_second: 0 } } }), /messages_a_second/],
  ])('%s is refused in words', (text, words) => {
    expect(() => readScenario(text)).toThrow(words);
  });
});
