import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type IgnoredMail } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testClock, whileTimePasses } from '../../../../../test/clock.ts';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const BUDGET_MS = 20_000;
const RETRY_MS = 10_000;

/**
 * Reads mails as the real thread does, except one with a certain text, in which it announces itself and never ends; it sleeps, so
 * that other tests go on.
 */
const program = (thread: string): URL =>
  new URL(
    `data:text/javascript,
    import fs from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    await import('${pathToFileURL(thread).href}');
    parentPort.on('message', ({ kind, path }) => {
      if (kind !== 'read' || !fs.readFileSync(path).includes('Caught in here')) return;
      fs.writeFileSync(path + '.caught', '');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`.replaceAll('\n', ' '),
  );

describe.skipIf(!hasDovecot)('a mail that takes for ever to read', () => {
  let d: MailDesk;
  const clock = testClock();
  let times = 0;
  beforeAll(async () => {
    const reading = { program: program(inject('mailThread')), clock };
    d = await mailDesk({}, {}, { mail: { privateHosts: ['127.0.0.0/8'], ports: [[1, 65_535]], reading } });
  });
  afterAll(() => d.close());

  const caught = () =>
    fs
      .readdirSync(d.t.filesFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.caught'));

  /** Uses up the time limit of threads that never end. */
  function passTime(): void {
    for (const name of caught()) {
      fs.rmSync(`${d.t.filesFolder}/${name}`);
      times += 1;
      clock.advance(BUDGET_MS);
    }
  }

  const ignored = () => d.data<IgnoredMail[]>('admin', 'GET', `/api/mailboxes/${d.mailbox.id}/ignored`);

  it('keeps nobody from being served, is set aside with its reason, and stops no other mail', async () => {
    const from = 'Slow <slow@mail.example>';
    await d.dovecot.put('support', [mailText({ from, subject: 'No end', text: 'Caught in here' })]);
    // Time is only advanced while a thread hangs: all threads share the clock, so another mail would exceed its time limit too.
    await expect.poll(caught, SOON).toHaveLength(1);
    await d.dovecot.put('support', [mailText({ from: 'quick@mail.example', subject: 'Right behind it' })]);
    await expect
      .poll(() => {
        passTime();
        return times;
      }, SOON)
      .toBe(1);
    await d.ticketAbout('Right behind it');
    expect(await ignored()).toEqual([]);
    // The mail is tried a second time, because the machine may just have been busy.
    const looked = whileTimePasses(d.t.clock, RETRY_MS, async () => {
      passTime();
      await d.t.app.modules.email.recoverPending();
      return (await ignored()).map(({ subject, reason, from: by }) => [subject, reason, by.address]);
    });
    await expect.poll(looked, SOON).toEqual([['No end', 'too_costly', 'slow@mail.example']]);
    expect(times).toBe(2);

    // Accepting the mail all the same is refused with the reason.
    const [one] = await ignored();
    const path = `/api/mailboxes/${d.mailbox.id}/ignored/${one?.id}/take`;
    let answer: unknown;
    void d.t.as('admin', 'POST', path, {}).then((found) => (answer = found));
    await expect
      .poll(() => {
        passTime();
        return answer;
      }, SOON)
      .toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});
