// Limits of CPU time for reading hostile mails: far above what it takes now, far below what it took before the parser was
// bounded.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../../../test/cpu-time.ts';
import { cleanHtml } from './clean-html.ts';
import { parseMail } from './parse.ts';
import { plainText } from './plain-text.ts';
import { failureIn } from './delivery-failure.ts';
import { limitHtmlDepth } from './limit-html-depth.ts';

const BUDGET_MS = 5000;

const parse = (...lines: string[]) =>
  parseMail(
    Readable.from([Buffer.from(lines.join('\r\n'))]),
    async ({ bytes }) => void (await bytes.toArray()),
  );

it.each(['@', '%', '=?utf-8?b?', 'a', '.@', 'a@b.'])(
  'a bounce with one long word of %s',
  { tags: 'full' },
  async (sign) => {
    const word = sign.repeat(50_000);
    const body = `550 5.1.1 no such user\n${word.slice(0, 50_000)}`;
    expect(
      await cpuMsOf(() => failureIn({ kind: 'bounce', reports: [], headers: () => [word], body })),
    ).toBeLessThan(BUDGET_MS);
  },
);

it('a bounce names whom it is about, whatever stands around them', () => {
  const body = '550 5.1.1 <Siti.Rahma+x@mail.example>... User unknown (see joko@mail.example.)';
  const failure = failureIn({ kind: 'bounce', reports: [], headers: () => ['ani@mail.example'], body });
  expect([...(failure?.named ?? [])]).toEqual([
    'ani@mail.example',
    'siti.rahma+x@mail.example',
    'joko@mail.example',
  ]);
});

it.each([':', 'a:', 're: ', '&amp;', '"a" <a@b>, '])(
  'a header of very much %s',
  { tags: 'full' },
  async (sign) => {
    const value = sign.repeat(200_000 / sign.length);
    expect(await cpuMsOf(() => parse(`From: ${value}`, 'To: a@b.example', '', 'Hello'))).toBeLessThan(
      BUDGET_MS,
    );
  },
);

it('very many parts with long headers of their own', { tags: 'full' }, async () => {
  const part = ['--b', 'Content-Type: text/plain', `From: ${':'.repeat(250_000)}`, '', 'x'];
  const parts = Array.from({ length: 40 }, () => part).flat();
  expect(
    await cpuMsOf(() => parse('Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--')),
  ).toBeLessThan(BUDGET_MS);
});

it('a header of more than anybody has is set aside with that reason', async () => {
  const many = Array.from({ length: 6000 }, (_, n) => `X-Field-${n}: ${'x'.repeat(50)}`);
  await expect(parse('From: a@b.example', ...many, '', 'Hello')).rejects.toThrow(/header/i);
});

it.each(['</x>', '</x><p>', '</b>', '<p>', '<br>', '<p a b c>'])(
  'a page of nothing but %s',
  { tags: 'full' },
  async (tag) => {
    const html = `${'<div>'.repeat(500)}<b>${tag.repeat(2_000_000 / tag.length)}`;
    expect(await cpuMsOf(() => limitHtmlDepth(html, 2_000_000))).toBeLessThan(BUDGET_MS);
    expect(await cpuMsOf(() => plainText(html))).toBeLessThan(BUDGET_MS);
    expect(await cpuMsOf(() => cleanHtml(html, { inline: () => undefined, images: false }))).toBeLessThan(
      BUDGET_MS,
    );
  },
);
