import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keysOf, runApart, withinBytes } from './together.ts';

const SUPPORT = 'support@desk.example';
const person = (address: string) => ({ name: '', address });
type Told = Parameters<typeof keysOf>[0];
const mail = (own: Partial<Told>): Told => ({
  ...{ sender: person('rina@mail.example'), to: [person(SUPPORT)], cc: [] },
  ...{ messageId: '', referenceIds: [], returned: [], subject: 'Grinder', ...own },
});
const shared = (a: Told, b: Told) =>
  [...keysOf(a, SUPPORT)].filter((key) => keysOf(b, SUPPORT).has(key)).length > 0;

describe('what mails have in common', () => {
  const first = mail({ messageId: 'one@mail.example', cc: [person('budi@mail.example')] });

  it.each<[string, Partial<Told>]>([
    ['the same sender', {}],
    ['an answer by somebody else', { sender: person('x@y.z'), referenceIds: ['one@mail.example'] }],
    ['a mail that came back', { sender: person('x@y.z'), returned: ['one@mail.example'] }],
    ['somebody who was copied in', { sender: person('budi@mail.example') }],
  ])('%s', (_, own) => expect(shared(first, mail(own))).toBe(true));

  it('the number of a ticket in the subject', () => {
    const [a, b] = ['a@x.example', 'b@x.example'].map((address) =>
      mail({ sender: person(address), subject: 'Re: Grinder [#100077]' }),
    );
    expect(shared(a!, b!)).toBe(true);
  });

  it('is nothing where strangers write to us, without any Message-ID', () => {
    const [a, b] = ['a@x.example', 'b@x.example'].map((address) => mail({ sender: person(address) }));
    expect(shared(a!, b!)).toBe(false);
  });
});

describe('running what belongs together in order', () => {
  type Item = { name: string; keys: Set<string> | null; ms: number };
  const item = (name: string, keys: string[] | null, ms = 1): Item => ({
    name,
    keys: keys && new Set(keys),
    ms,
  });

  async function log(items: Item[], lanes = 3): Promise<string[]> {
    const lines: string[] = [];
    const run = async ({ name, ms }: Item) => {
      lines.push(`${name} begins`);
      await sleep(ms);
      lines.push(`${name} ends`);
    };
    await runApart(items, { lanes, keysOf: ({ keys }) => keys, run });
    return lines;
  }

  it('lets what is apart run at the same time', async () => {
    const lines = await log([item('a', ['x'], 30), item('b', ['y'], 30)]);
    expect(lines.slice(0, 2)).toEqual(['a begins', 'b begins']);
  });

  it('never runs more than there are lanes', async () => {
    const lines = await log([item('a', ['x']), item('b', ['y']), item('c', ['z'])], 1);
    expect(lines).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('waits for everything before that it shares something with, and for that only', async () => {
    const lines = await log([item('a', ['x'], 30), item('b', ['y']), item('c', ['x', 'y'])]);
    expect(lines.indexOf('c begins')).toBeGreaterThan(lines.indexOf('a ends'));
    expect(lines.indexOf('b ends')).toBeLessThan(lines.indexOf('a ends'));
  });

  it('waits on both sides of what may have to do with any', async () => {
    const lines = await log([item('a', ['x'], 20), item('b', null, 20), item('c', ['y'])]);
    expect(lines).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('ends everything that has begun before it says that one failed', async () => {
    let ended = 0;
    const run = async ({ name, ms }: Item) => {
      await sleep(ms);
      if (name === 'a') throw new Error('a failed');
      ended += 1;
    };
    const items = [item('a', ['x']), item('b', ['y'], 40)];
    await expect(runApart(items, { lanes: 2, keysOf: ({ keys }) => keys, run })).rejects.toThrow('a failed');
    expect(ended).toBe(1);
  });
});

describe('the first ones up to a size', () => {
  const sizes = (list: number[]) =>
    withinBytes(
      list.map((size) => ({ size })),
      10,
    ).map(({ size }) => size);
  it('takes no more than that together', () => expect(sizes([4, 6, 1])).toEqual([4, 6]));
  it('takes at least one', () => expect(sizes([40, 1])).toEqual([40]));
  it('leaves none out in between', () => expect(sizes([4, 9, 1])).toEqual([4]));
});
