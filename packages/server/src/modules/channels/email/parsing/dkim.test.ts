import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { signed, testZone } from '../../../../../test/mail/dkim.ts';
import { mailText } from '../../../../../test/mail/mail-desk.ts';
import { isSignedFor } from './dkim.ts';

const FROM = 'rina@mail.example';
const mail = mailText({ from: `Rina <${FROM}>`, subject: 'A question' });
const check = (text: string, resolveTxt = testZone, address = FROM) =>
  isSignedFor(Readable.from([Buffer.from(text)]), { address, at: new Date('2026-11-21'), resolveTxt });

describe('a mail’s own signature', () => {
  it('holds for its domain, and for one below or above it', async () => {
    expect(await check(await signed(mail))).toBe(true);
    expect(await check(await signed(mail, { domain: 'news.mail.example' }))).toBe(true);
    const below = mailText({ from: 'a@shop.mail.example' });
    expect(await check(await signed(below), testZone, 'a@shop.mail.example')).toBe(true);
  });

  it.each([
    ['of another domain', () => signed(mail, { domain: 'evil.example' })],
    ['of a suffix that many share', () => signed(mail, { domain: 'example' })],
    ['that there is no key for', () => signed(mail, { selector: 'gone' })],
    ['that is only being tried', () => signed(mail, { selector: 'testing' })],
    ['over a body that was changed', async () => (await signed(mail)).replace('Hello', 'Hallo')],
    ['over a subject that was changed', async () => (await signed(mail)).replace('A question', 'An order')],
    ['that does not cover the subject', () => signed(mail, { headers: 'from:to:date' })],
    ['over a part of the body', async () => `${await signed(mail, { maxBodyLength: 5 })}more`],
    ['by an algorithm that was broken', () => signed(mail, { algorithm: 'rsa-sha1' })],
    ['below a second sender', async () => `From: ${FROM}\r\n${await signed(mail)}`],
    ['below a second subject', async () => `Subject: Another\r\n${await signed(mail)}`],
    ['that is none', () => Promise.resolve(mail)],
  ])('proves nothing: one %s', async (_what, write) => {
    expect(await check(await write())).toBe(false);
  });

  it('proves nothing for whom the parser took for the sender, where it names another', async () => {
    expect(await check(await signed(mail), testZone, 'victim@mail.example')).toBe(false);
  });

  it('asks for a handful of keys, however many signatures there are', async () => {
    let asked = 0;
    const resolveTxt = (name: string) => {
      asked += 1;
      return testZone(name);
    };
    let many = mail;
    for (let n = 0; n < 40; n += 1)
      many = (await signed(mail, { selector: `none${n}` })).slice(0, -mail.length) + many;
    await check(many, resolveTxt);
    expect(asked).toBeLessThanOrEqual(8);
  });
});
