/** @module-tag full */
import { randomUUID } from 'node:crypto';
import type { ScheduledReply, Ticket, CancelledReply } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.skipIf(!hasDovecot)('a new mail that goes out later', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  const body = (user: string, more: object = {}) => ({
    client_key: randomUUID(),
    mailbox_id: d.mailbox.id,
    to: [{ name: 'Rina Hartono', address: `${user}@mail.example` }],
    subject: 'Your order',
    html: '<p>It is <b>ready</b>.</p>',
    send: { in_seconds: 5 },
    ...more,
  });
  const write = (mail: object) => d.data<Ticket>('dewi', 'POST', '/api/mails', mail);
  const detail = ({ id }: Ticket) =>
    d.data<{ ticket: Ticket; scheduled: ScheduledReply[] }>('dewi', 'GET', `/api/tickets/${id}`);
  const subjectOf = (mail = '') => /^Subject: (.+)/im.exec(mail)?.[1];
  async function pass(ms: number): Promise<void> {
    d.t.clock.advance(ms);
    await d.t.app.modules.conversations.scheduled.recoverPending();
  }

  it('stands on its ticket until then, once for a key, and is the first mail there', async () => {
    const user = `u${randomUUID().slice(0, 8)}`;
    const mail = body(user, { cc: [{ address: 'cc@mail.example' }] });
    const ticket = await write(mail);
    expect((await write(mail)).id).toBe(ticket.id);
    const changed = await d.t.as('dewi', 'POST', '/api/mails', { ...mail, html: '<p>It is late.</p>' });
    expect(changed).toMatchObject({ status: 409, body: { code: 'already_sent' } });
    expect((await detail(ticket)).scheduled).toMatchObject([{ body: 'It is ready.', state: 'waiting' }]);
    expect(await d.emails(ticket.id)).toEqual([]);

    await pass(5001);
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(1);
    const [message] = await d.emails(ticket.id);
    expect(message?.mail?.cc).toMatchObject([{ address: 'cc@mail.example' }]);
    await expect.poll(() => d.stateOf(ticket.id, message?.id ?? 0), SOON).toBe('sent');
    const [sent] = await d.dovecot.list(user);
    expect(subjectOf(sent)).toMatch(new RegExp(`^Your order \\[#${ticket.number}-`));
    expect(sent).toContain('<b>ready</b>');
    expect((await write(mail)).id).toBe(ticket.id);
    expect((await detail(ticket)).scheduled).toEqual([]);
  });

  it('is undone with all that was written, and what is written then begins the ticket', async () => {
    const user = `u${randomUUID().slice(0, 8)}`;
    const bcc = [{ address: 'bcc@mail.example' }];
    const mail = body(user, { bcc });
    const ticket = await write(mail);
    const [waiting] = (await detail(ticket)).scheduled;
    const back = await d.data<CancelledReply>('dewi', 'DELETE', `/api/scheduled-replies/${waiting?.id ?? 0}`);
    expect(back).toMatchObject({ html: mail.html, to: mail.to, bcc, attachments: [] });
    await pass(5001);
    expect(await d.emails(ticket.id)).toEqual([]);
    const reply = await d.reply(ticket.id, { html: '<p>It is <b>here</b>.</p>', to: mail.to });
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    const [sent, ...more] = await d.dovecot.list(user);
    expect(subjectOf(sent)).toMatch(/^Your order \[#/);
    expect(more).toEqual([]);
  });

  it('leaves no open ticket when it is undone and nobody goes on with it: a day later, and to nobody', async () => {
    const blank = async (more: (ticket: Ticket) => Promise<unknown> = async () => undefined) => {
      const user = `u${randomUUID().slice(0, 8)}`;
      const ticket = await write(body(user));
      const [waiting] = (await detail(ticket)).scheduled;
      await d.data('dewi', 'DELETE', `/api/scheduled-replies/${waiting?.id ?? 0}`);
      await more(ticket);
      return { ticket };
    };
    const draft = { kind: 'reply', body: 'I am at it', file_ids: [] };
    const note = { client_key: randomUUID(), body: 'Called her instead' };
    const left = await blank();
    const drafted = await blank(({ id }) => d.data('dewi', 'PUT', `/api/tickets/${id}/draft`, draft));
    const noted = await blank(({ id }) => d.data('dewi', 'POST', `/api/tickets/${id}/notes`, note));
    const statusOf = async ({ ticket }: { ticket: Ticket }) => (await detail(ticket)).ticket.status;
    const run = () =>
      d.t.platform.db.transaction((tx) =>
        tx.enqueue('conversations:solve-blank', {}, { key: 'solve-blank' }),
      );
    const jobs = () =>
      sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
        where task_identifier = 'conversations:solve-blank'`
        .execute(d.t.platform.db.q)
        .then(({ rows }) => rows[0]?.n);
    d.t.clock.advance(DAY_MS / 2);
    await run();
    await expect.poll(jobs, SOON).toBe(0);
    expect(await statusOf(left)).toBe('open');
    d.t.clock.advance(DAY_MS);
    await run();
    await expect.poll(() => statusOf(left), SOON).toBe('solved');
    expect([await statusOf(drafted), await statusOf(noted)]).toEqual(['open', 'open']);
    const sent = sql`select from mail_outbox where ticket_id = ${left.ticket.id}`;
    expect((await sent.execute(d.t.platform.db.q)).rows).toEqual([]);
  });

  it('says in lists when it goes, and makes no ticket for a time that has passed', async () => {
    const at = (ms: number) => ({ send: { at: new Date(d.t.clock.now().getTime() + ms).toISOString() } });
    const later = at(HOUR_MS);
    const ticket = await write(body('later', later));
    await expect.poll(async () => (await detail(ticket)).ticket.sends_at, SOON).toBe(later.send.at);
    const past = body('past', { ...at(-1), subject: 'Too late' });
    expect(await d.t.as('dewi', 'POST', '/api/mails', past)).toMatchObject({ status: 400 });
    expect((await d.tickets()).filter(({ subject }) => subject === 'Too late')).toEqual([]);
  });
});
