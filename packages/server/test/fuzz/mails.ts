import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { Readable } from 'node:stream';
import type { Random } from '../../src/setup/random.ts';
import type { TestApp } from '../app.ts';

const FOLDER = new URL('../../src/modules/channels/email/fixtures/', import.meta.url);
const FIXTURES = fs
  .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.eml'))
  .map((name) => fs.readFileSync(new URL(name, FOLDER)));

const LINES = [
  'Content-Type: multipart/mixed; boundary="',
  'Content-Transfer-Encoding: base64',
  'From: =?utf-8?b?////?= <@>',
  `X-Failed-Recipients: ${'a'.repeat(5000)}`,
  'Auto-Submitted: auto-replied',
  `References: ${'<a@b> '.repeat(500)}`,
  '--b--',
  '550 5.1.1 no such user',
  '<div>'.repeat(300),
  '\u0000\ud800',
];

/** A mail of the fixtures with parts cut, doubled, changed or inserted at random. */
export function mailOf(random: Random): Buffer {
  let mail = Buffer.from(random.pick(FIXTURES).subarray(0, 60_000));
  for (let n = random.below(6); n > 0; n -= 1) {
    const at = random.below(mail.length + 1);
    const way = random.below(4);
    const rest = mail.subarray(way === 0 ? at + random.below(200) : at);
    const put =
      way === 1
        ? Buffer.from(`\r\n${random.pick(LINES)}\r\n`)
        : way === 2
          ? mail.subarray(at, at + 500)
          : Buffer.alloc(0);
    mail = Buffer.concat([mail.subarray(0, at), put, rest]);
    if (way === 3 && mail.length > 0) mail[random.below(mail.length)] = random.below(256);
  }
  return mail;
}

/** Creates an inactive mailbox, from which nothing is fetched; returns its id. */
export async function createInactiveMailbox(t: TestApp): Promise<number> {
  const place = { host: '127.0.0.1', port: 1, security: 'none', auth: { kind: 'none' } };
  const { body } = await t.as('admin', 'POST', '/api/mailboxes', {
    name: 'Support',
    address: 'support@desk.example',
    department_id: t.departmentIds[0],
    takes_existing: true,
    is_active: false,
    imap: { ...place, auth: { kind: 'password', user: 'support', password: 'none' } },
    smtp: place,
  });
  return (body as { data: { id: number } }).data.id;
}

/** Stores the mails like fetched ones, and has them processed. */
export async function deliver(
  { platform }: TestApp,
  mailboxId: number,
  mails: readonly Buffer[],
): Promise<void> {
  for (const mail of mails) {
    const id = randomUUID();
    await platform.files.put(id, Readable.from([mail]), 1_000_000);
    await platform.db.pool.query(
      `insert into mails (mailbox_id, folder, uid_validity, uid, file_id, fingerprint, size, is_partial, arrived_at, stored_at)
       select $1, 'INBOX', 1, coalesce(max(uid), 0) + 1, $2::uuid, decode(md5($2::uuid::text), 'hex'), $3, false, now(), now() from mails`,
      [mailboxId, id, mail.length],
    );
  }
  await platform.db.transaction((tx) => tx.enqueue('email:process', { owner: mailboxId }));
}

/** The number of mails that were not tried yet. */
export async function countWaitingMails({ platform }: TestApp): Promise<number> {
  const { rows } = await platform.db.pool.query<{ n: number }>(
    `select count(*)::int as n from mails where state = 'received' and attempts = 0`,
  );
  return rows[0]?.n ?? 0;
}
