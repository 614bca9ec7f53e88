import type { IgnoredMail, Mailbox } from '@trunkline/contract';
import type { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../../test/app.ts';
import { mailboxBody, mailText } from '../../../../../test/mail/mail-desk.ts';
import { createMailFetcher } from './mail-fetcher-service.ts';

type MailOnServer = { text: string | null; isRefused?: boolean };

/** A fake of the IMAP library with these mails; `text` null: the mail is listed, but not returned. */
class Folder {
  mailbox = { path: 'INBOX', uidValidity: 7n, uidNext: 1 };
  mails = new Map<number, MailOnServer>();
  isSearchRefused = false;
  /** The UIDs that were requested by FETCH. */
  asked: string[] = [];

  search({ uid }: { uid: string }) {
    if (this.isSearchRefused) return Promise.resolve(false);
    const from = Number(uid.split(':')[0]);
    const isOne = !uid.includes(':');
    return Promise.resolve([...this.mails.keys()].filter((one) => (isOne ? one === from : one >= from)));
  }
  async *fetch(range: string, { source }: { source?: boolean }) {
    this.asked.push(range);
    for (const uid of range.split(',').map(Number)) {
      const mail = this.mails.get(uid);
      if (mail?.isRefused) throw Object.assign(new Error('Command failed'), { responseStatus: 'NO' });
      if (!mail) continue;
      if (!source) yield { uid, size: 100, internalDate: new Date() };
      else if (mail.text !== null) yield { uid, source: Buffer.from(mail.text) };
    }
    await Promise.resolve();
  }
  fetchOne(uid: string) {
    const envelope = { subject: `About ${uid}`, from: [{ name: 'Rina', address: 'rina@mail.example' }] };
    return Promise.resolve({ size: 100, internalDate: new Date(), envelope });
  }
}

let t: TestApp;
let mailbox: Mailbox;
let folder: Folder;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  const servers = { dovecot: { port: 9 }, sink: { port: 9 } };
  const address = `box-${crypto.randomUUID().slice(0, 8)}@desk.example`;
  const body = { ...mailboxBody(t, servers), address, is_active: false };
  const answer = await t.as('admin', 'POST', '/api/mailboxes', body);
  mailbox = (answer.body as { data: Mailbox }).data;
  folder = new Folder();
});

const text = (subject: string) => mailText({ from: 'joko@mail.example', subject });
const createFetcher = () => createMailFetcher(t.platform);
const fetchOnce = (of: ReturnType<typeof createFetcher>) =>
  of.fetchNew(folder as unknown as ImapFlow, { id: mailbox.id, takes_existing: true }, () => false);
const stored = async () => {
  const { rows } = await t.platform.db.pool.query<{ uid: number; state: string }>(
    'select uid::int, state from mails where mailbox_id = $1 order by uid',
    [mailbox.id],
  );
  return rows.map(({ uid, state }) => [uid, state === 'ignored' ? 'ignored' : 'taken']);
};

describe('an IMAP server that refuses or answers in part', () => {
  it('and says no to a search is failing; afterwards nothing was passed over', async () => {
    folder.mails.set(1, { text: text('E15') });
    folder.isSearchRefused = true;
    await expect(fetchOnce(createFetcher())).rejects.toMatchObject({
      errorCode: 'other',
      message: 'UID SEARCH',
    });
    folder.isSearchRefused = false;
    await fetchOnce(createFetcher());
    expect(await stored()).toEqual([[1, 'taken']]);
  });

  it.each([
    ['says OK and gives nothing', false],
    ['says no to one of them', true],
  ])('and %s is asked for it alone, then shows it; the others come in', async (_name, isRefused) => {
    folder.mails.set(1, { text: text('First') });
    folder.mails.set(2, { text: null, isRefused });
    folder.mails.set(3, { text: text('Third') });
    const own = createFetcher();
    for (const _ of [1, 2]) await expect(fetchOnce(own)).rejects.toThrow('UID FETCH');
    await fetchOnce(own);
    expect(folder.asked).toContain('2');
    expect(await stored()).toEqual([
      [1, 'taken'],
      [2, 'ignored'],
      [3, 'taken'],
    ]);
    const { body } = await t.as('admin', 'GET', `/api/mailboxes/${mailbox.id}/ignored`);
    const [shown] = (body as { data: IgnoredMail[] }).data;
    expect(shown).toMatchObject({
      reason: 'not_given',
      subject: 'About 2',
      from: { name: 'Rina', address: 'rina@mail.example' },
    });
    const path = `/api/mailboxes/${mailbox.id}/ignored/${shown?.id ?? 0}`;
    expect((await t.as('admin', 'POST', `${path}/take`, {})).status).toBe(409);
    expect((await t.as('admin', 'GET', `${path}/source`)).status).toBe(404);
  });

  it('and gives it on the next connection has lost nothing', async () => {
    folder.mails.set(1, { text: null });
    const own = createFetcher();
    await expect(fetchOnce(own)).rejects.toThrow('UID FETCH');
    folder.mails.set(1, { text: text('Late') });
    await fetchOnce(own);
    expect(await stored()).toEqual([[1, 'taken']]);
  });

  it('and gives none of many is unwell: they wait', async () => {
    for (const uid of [1, 2]) folder.mails.set(uid, { text: null });
    const own = createFetcher();
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) await expect(fetchOnce(own)).rejects.toThrow('UID FETCH');
    for (const uid of [1, 2]) folder.mails.set(uid, { text: text(`Number ${uid}`) });
    await fetchOnce(own);
    expect(await stored()).toEqual([
      [1, 'taken'],
      [2, 'taken'],
    ]);
  });

  it('and names what was deleted meanwhile is believed', async () => {
    folder.mails.set(1, { text: null });
    const { fetch } = folder;
    folder.fetch = function (range, query) {
      this.mails.delete(1);
      return fetch.call(this, range, query);
    };
    await fetchOnce(createFetcher());
    expect(await stored()).toEqual([]);
  });
});
