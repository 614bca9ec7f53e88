import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Message } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));
const names = fs.readdirSync(folder).map((file) => file.replace(/\.eml$/, ''));

type Expected = {
  subject: string;
  body?: string | RegExp;
  files?: string[];
  more?: (message: Message) => void;
};

/** The expected result for each mail in `fixtures/`, by its name. */
const EXPECTED: Record<string, Expected> = {
  'no-message-id': { subject: 'No id', body: 'Nobody gave me an id.' },
  'no-headers': { subject: 'Just some words that somebody piped into a mail program.', body: /Nothing else/ },
  'missing-end-boundary': { subject: 'No end', body: 'The end is missing.', files: ['a.pdf'] },
  'wrong-boundary': { subject: 'Wrong boundary', body: '' },
  'undeclared-latin1': { subject: 'Undeclared', body: /aus M/ },
  'windows-1252': { subject: 'Smart quotes', body: '“Quoted” – it’s €5' },
  'iso-2022-jp': { subject: 'こんにちは', body: 'コーヒーミルが動きません。' },
  gb2312: { subject: '咖啡机坏了', body: '咖啡机坏了，请帮忙。' },
  'koi8-r': { subject: 'Привет', body: 'Кофемолка сломалась' },
  'unknown-charset': { subject: 'Unknown charset', body: 'Readable all the same' },
  'invalid-utf8': { subject: 'Invalid bytes', body: /^good .* bad$/ },
  'utf-16': { subject: 'Sixteen bits', body: 'Sixteen bits each' },
  'five-thousand-recipients': {
    subject: 'Everybody',
    body: 'To all of you.',
    more: ({ mail }) => expect([mail?.cc.length, mail?.recipients]).toEqual([50, 5001]),
  },
  winmail: { subject: 'From Outlook', body: 'See the attachment.', files: ['winmail.dat'] },
  'nested-forwards': { subject: 'Fwd 7', body: 'Forwarded for the 7. time', files: ['mail.eml'] },
  'zip-bomb': {
    subject: 'A bomb',
    body: 'Open this.',
    files: ['invoice.zip'],
    more: ({ attachments }) => expect(attachments[0]?.size).toBeLessThan(100_000),
  },
  'nothing-at-all': { subject: 'ugly', body: '' },
  'nul-bytes': { subject: 'N UL', body: 'beforeafter' },
  'traversal-name': {
    subject: 'Names',
    files: ['.._.._.._etc_passwd', '€ rates.txt', 'invoice gpj.exe'],
    more: ({ attachments }) => expect(attachments[2]?.mime).toBe('application/x-executable'),
  },
  calendar: { subject: 'Invitation', body: 'Come along.', files: ['invitation.ics'] },
  'arabic-html': {
    subject: 'مرحبا',
    body: 'المطحنة لا تعمل',
    more: ({ mail }) => expect(mail?.has_html).toBe(true),
  },
  'broken-base64': { subject: 'Broken base64', body: /^Hello world/ },
  'broken-quoted-printable': { subject: 'Broken quoted-printable', body: /^Grü/ },
  'text-then-html-signature': {
    subject: 'Grinder jams',
    body: /^The grinder jams <after> two minutes\.\s+--\s+Rina, Example Roastery\s+Sent through a list\.$/,
    more: ({ mail }) => expect(mail?.has_html).toBe(true),
  },
  uuencoded: { subject: 'Old times', body: /begin 644 cat\.txt/ },
  'several-from': {
    subject: 'Both of us',
    more: ({ author, mail }) =>
      expect([author.name, mail?.reply_to?.address]).toEqual(['First', 'answers@mail.example']),
  },
  'no-from': { subject: 'From nobody', body: 'Who am I?' },
  'nonsense-date': { subject: 'When', body: 'Never.', more: ({ mail }) => expect(mail?.date).toBeNull() },
  flowed: { subject: 'Flowed', body: 'This line goes on here.' },
  'pgp-encrypted': {
    subject: 'Sealed',
    body: '',
    files: ['file-1', 'encrypted.asc'],
    more: ({ mail }) => expect(mail?.is_encrypted).toBe(true),
  },
  'signed-opaque': {
    subject: 'E08 Signed letter',
    body: 'Order 4711 arrived open.',
    more: ({ mail }) => expect(mail).not.toHaveProperty('is_encrypted'),
  },
  'signed-in-pieces': { subject: 'Signed in pieces', body: 'hello world' },
  'signed-with-file': {
    subject: 'Signed with a file',
    body: 'See the list.',
    files: ['list.csv'],
    more: ({ mail }) => expect(mail?.has_html).toBe(true),
  },
  encrypted: {
    subject: 'For your eyes',
    body: '',
    files: ['smime.p7m'],
    more: ({ mail }) => expect(mail?.is_encrypted).toBe(true),
  },
  'duplicate-headers': { subject: 'Two', body: 'Twice of everything.' },
  'bare-line-feeds': { subject: 'Bare', body: 'Only line feeds.' },
  'split-emoji': { subject: '☕ Kopi', body: 'Split in the middle.' },
  'header-injection': {
    subject: 'Hello Bcc: x@evil.example',
    more: ({ author, mail }) => {
      expect(author.name).not.toMatch(/[\r\n]/);
      expect([mail?.from.address, mail?.bcc]).toEqual(['ugly@mail.example', []]);
    },
  },
  'text-attachments': { subject: 'Texts', body: /Above\.\s+Below\./, files: ['page.html'] },
  'only-attachment': { subject: 'Scan', body: '', files: ['scan.pdf'] },
};

const exactly = (text: string) => new RegExp(`^${text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`);

describe.skipIf(!hasDovecot)('ugly mail', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk({ loop_limit: 1000 });
    const mails = names.map((name) => fs.readFileSync(`${folder}${name}.eml`));
    await d.dovecot.put('support', mails);
  }, 120_000);
  afterAll(() => d.close());

  it('every mail of the collection is on a ticket of its own, and each is looked at', async () => {
    await expect
      .poll(async () => (await d.tickets()).length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(names.length);
    expect(Object.keys(EXPECTED).toSorted()).toEqual(names.toSorted());
  }, 70_000);

  it.each(Object.entries(EXPECTED))('%s', async (_name, { subject, body, files = [], more }) => {
    const ticket = await d.ticketAbout(subject);
    const [message] = await d.emails(ticket.id);
    if (!message) throw new Error('no message');
    expect(message.body).toMatch(body instanceof RegExp ? body : exactly(body ?? message.body));
    expect(message.attachments.map(({ name }) => name)).toEqual(files);
    expect(message.mail).toMatchObject({ is_unreadable: false, has_source: true });
    more?.(message);
  });

  it('what nobody can read is on a ticket as it came', { tags: 'full' }, async () => {
    const deep = Array.from(
      { length: 1500 },
      (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
    );
    const headers = ['X-Long: x'.padEnd(3_000_000, 'x')];
    await d.dovecot.put('support', [
      mailText({ from: 'deep@mail.example', subject: 'Too deep' }).replace(
        /Content-Type[\s\S]*$/,
        `${deep.join('')}text`,
      ),
      mailText({ from: 'long@mail.example', subject: 'Too long a head', headers }),
    ]);
    for (const subject of ['Too deep', 'Too long a head']) {
      const ticket = await d.ticketAbout(subject);
      const [message] = await d.emails(ticket.id);
      expect(message?.mail).toMatchObject({ is_unreadable: true, has_source: true });
      expect(message?.attachments.map(({ name }) => name)).toEqual(['original.eml']);
    }
  });

  it(
    'a very long text is cut for the screen and kept whole; of too many files the rest is in the original',
    { tags: 'full' },
    async () => {
      const part = (n: number) =>
        `--b\r\nContent-Type: application/octet-stream; name="f${n}.bin"\r\n\r\n${n}\r\n`;
      const many = Array.from({ length: 250 }, (_, n) => part(n)).join('');
      await d.dovecot.put('support', [
        mailText({ from: 'a@mail.example', subject: 'Long text', text: 'word '.repeat(100_000) }),
        mailText({ from: 'a@mail.example', subject: 'One long line', text: 'x'.repeat(2_000_000) }),
        mailText({
          from: 'a@mail.example',
          subject: 'Many files',
          headers: ['Content-Type: multipart/mixed; boundary="b"'],
          text: `${many}--b--`,
        }),
      ]);
      for (const subject of ['Long text', 'One long line']) {
        const [message] = await d.emails((await d.ticketAbout(subject)).id);
        expect(message?.body.length).toBe(50_001);
        expect(message?.attachments.map(({ name }) => name)).toEqual(['message.txt']);
      }
      const [message] = await d.emails((await d.ticketAbout('Many files')).id);
      expect(message?.attachments).toHaveLength(201);
      expect(message?.attachments.some(({ name }) => name === 'original.eml')).toBe(true);
    },
  );

  it(
    'of a mail that is too large the beginning comes, and a large one comes whole',
    { tags: 'full', timeout: 60_000 },
    async () => {
      const attachment = (size: number) =>
        `--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n--b\r\nContent-Type: application/octet-stream; name="big.bin"\r\n\r\n${`${'x'.repeat(990)}\r\n`.repeat(size / 992)}--b--`;
      const headers = ['Content-Type: multipart/mixed; boundary="b"'];
      await d.dovecot.put('support', [
        mailText({ from: 'big@mail.example', subject: 'Large', headers, text: attachment(8_000_000) }),
        mailText({ from: 'big@mail.example', subject: 'Too large', headers, text: attachment(65_000_000) }),
      ]);
      const [large] = await d.emails((await d.ticketAbout('Large')).id);
      expect(large?.attachments[0]?.size).toBeGreaterThan(7_900_000);
      const [cut] = await d.emails((await d.ticketAbout('Too large')).id);
      expect(cut).toMatchObject({ body: 'See below.', attachments: [], mail: { is_partial: true } });
    },
  );
});
