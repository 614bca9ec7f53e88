import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { withDkimSignature, testZone } from '../../../../../test/mail/dkim.ts';
import { mailText } from '../../../../../test/mail/mail-desk.ts';
import { isSignedFor } from './dkim.ts';

const FROM = 'rina@mail.example';
const mail = mailText({ from: `Rina <${FROM}>`, subject: 'A question' });
const check = (text: string, resolveTxt = testZone, address = FROM) =>
  isSignedFor(Readable.from([Buffer.from(text)]), { address, at: new Date('2026-11-21'), resolveTxt });

describe('a mail’s own signature', () => {
  it('holds for its domain, and for one below or above it', async () => {
    expect(await check(await withDkimSignature(mail))).toBe(true);
    expect(await check(await withDkimSignature(mail, { domain: 'news.mail.example' }))).toBe(true);
    const below = mailText({ from: 'a@shop.mail.example' });
    expect(await check(await withDkimSignature(below), testZone, 'a@shop.mail.example')).toBe(true);
  });

  it.each([
    ['of another domain', () => withDkimSignature(mail, { domain: 'evil.example' })],
    ['of a suffix that many share', () => withDkimSignature(mail, { domain: 'example' })],
    ['that there is no key for', () => withDkimSignature(mail, { selector: 'gone' })],
    ['that is only being tried', () => withDkimSignature(mail, { selector: 'testing' })],
    ['over a body that was changed', async () => (await withDkimSignature(mail)).replace('Hello', 'Hallo')],
    [
      'over a subject that was changed',
      async () => (await withDkimSignature(mail)).replace('A question', 'An order'),
    ],
    ['that does not cover the subject', () => withDkimSignature(mail, { headers: 'from:to:date' })],
    ['over a part of the body', async () => `${await withDkimSignature(mail, { maxBodyLength: 5 })}more`],
    ['by an algorithm that was broken', () => withDkimSignature(mail, { algorithm: 'rsa-sha1' })],
    ['below a second sender', async () => `From: ${FROM}\r\n${await withDkimSignature(mail)}`],
    ['below a second subject', async () => `Subject: Another\r\n${await withDkimSignature(mail)}`],
    ['that is none', () => Promise.resolve(mail)],
  ])('proves nothing: one %s', async (_what, write) => {
    expect(await check(await write())).toBe(false);
  });

  it('proves nothing for whom the parser took for the sender, where it names another', async () => {
    expect(await check(await withDkimSignature(mail), testZone, 'victim@mail.example')).toBe(false);
  });

  it('asks for a handful of keys, however many signatures there are', async () => {
    let asked = 0;
    const resolveTxt = (name: string) => {
      asked += 1;
      return testZone(name);
    };
    let many = mail;
    for (let n = 0; n < 40; n += 1)
      many = (await withDkimSignature(mail, { selector: `none${n}` })).slice(0, -mail.length) + many;
    await check(many, resolveTxt);
    expect(asked).toBeLessThanOrEqual(8);
  });
});
