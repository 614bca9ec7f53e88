import { describe, expect, it } from 'vitest';
import { proofOfWorkBits, spamReasons } from './spam-policy.ts';

const calm = { network: 0, email: 0, domain: 0 };
const sent = { name: 'Rina', subject: 'My order', message: 'Where is it? See https://shop.example/1' };

describe('spam', () => {
  it.each([
    ['a question with a link', {}, []],
    ['three links', { message: 'https://a.example https://b.example www.c.example' }, []],
    ['many links', { message: 'http://a.example www.b.example [url=x] <a href=y>' }, ['links']],
    ['a name that is a link', { name: 'https://a.example' }, ['links']],
  ])('is told by links: %s', (_, more, reasons) => {
    expect(spamReasons({ ...sent, ...more }, { trap: '', lately: calm })).toEqual(reasons);
  });

  it('is told by the trap, and by how much came', () => {
    expect(spamReasons(sent, { trap: 'x', lately: { ...calm, email: 5 } })).toEqual(['trap', 'often']);
    expect(spamReasons(sent, { trap: ' ', lately: { network: 19, email: 4, domain: 99 } })).toEqual([]);
    expect(spamReasons(sent, { trap: '', lately: { ...calm, network: 20 } })).toEqual(['often']);
    expect(spamReasons(sent, { trap: '', lately: { ...calm, domain: 100 } })).toEqual(['often']);
  });

  it('is made harder with what comes, and never impossible', () => {
    expect([0, 9, 10, 19, 20, 39, 1_000_000].map(proofOfWorkBits)).toEqual([14, 14, 15, 15, 16, 16, 17]);
  });
});
