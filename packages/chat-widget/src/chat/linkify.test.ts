import { describe, expect, it } from 'vitest';
import { linkify } from './linkify.ts';

const links = (text: string) =>
  linkify(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.href]));
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

  it('is quick with long texts', () => {
    const start = performance.now();
    for (const text of [
      'a'.repeat(4000),
      'a.'.repeat(2000),
      '@'.repeat(4000),
      'https://'.repeat(500),
      'a@b.'.repeat(1000),
    ])
      linkify(text);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
