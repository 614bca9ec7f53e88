import { describe, expect, it } from 'vitest';
import { linkify } from './linkify.ts';

const links = (text: string) =>
  linkify(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.href]));
const page = (name: string) => `https://example.com/${name}`;
const whole = (text: string) =>
  linkify(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.text))
    .join('');

describe('addresses in a text', () => {
  it.each([
    ['See https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
    ['(https://example.com/x)', ['https://example.com/x']],
    ['https://example.com/Kopi_(minuman) is one', ['https://example.com/Kopi_(minuman)']],
    ['www.example.com/shop, or', ['https://www.example.com/shop']],
    ['a@b.co and putri.w@example.co.id!', ['mailto:a@b.co', 'mailto:putri.w@example.co.id']],
    ['mailto:putri@example.com', ['mailto:putri@example.com']],
    ['http://localhost:3000/x and HTTPS://EXAMPLE.COM', ['http://localhost:3000/x', 'https://example.com/']],
    ['https://example.com/é?q=kopi', ['https://example.com/%C3%A9?q=kopi']],
    ['https://example.com/a?! [https://example.com/b]; {https://example.com/c}…', ['a', 'b', 'c'].map(page)],
    ['(see (https://example.com/a).)', ['https://example.com/a']],
    ['Ask a.b+c-d@shop.example.co.id...', ['mailto:a.b+c-d@shop.example.co.id']],
    ['mailto:putri@example.com, www.example.com?', ['mailto:putri@example.com', 'https://www.example.com/']],
  ])('%s', (text, expected) => expect(links(text)).toEqual(expected));

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '<a href="x">y</a>',
    'no address here. None',
    'https://',
    'ftp://example.com',
  ])('%s is no link', (text) => expect(links(text)).toEqual([]));

  it('never takes quotes or brackets of markup into an address', () => {
    expect(links('<a href="https://example.com/"onclick="x">')).toEqual(['https://example.com/']);
  });

  it.each(['a https://example.com b', 'https://example.com', '', 'x@y.zz\nnew line www.a.bc'])(
    'loses nothing of %j',
    (text) => expect(whole(text)).toBe(text),
  );

  it.each(['a.', 'a-', '@', 'a@b.', 'a@b-', 'www.x.', 'mailto:a.', 'https://', 'https://x/('])(
    'are found among %j without end in time that grows with its length only, and lose nothing of it',
    (piece) => {
      const text = piece.repeat(40_000 / piece.length);
      const start = performance.now();
      expect(whole(text)).toBe(text);
      expect(performance.now() - start).toBeLessThan(2000);
    },
  );

  it('are found behind a text without end', () => {
    expect(links(`${'a.'.repeat(1000)} https://example.com/a.`)).toEqual([page('a')]);
  });
});
