import { randomUUID } from 'node:crypto';
import {
  SUGGESTED_REPLIES,
  type AutoReplies,
  type AutoReplyAccount,
  type SlaClock,
  type Ticket,
} from '@trunkline/contract';
import { simpleParser, type ParsedMail } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';
import { coreRows } from '../../../../../test/cases/core-rows.ts';

const SOON = { timeout: 15_000 };
const DAY_MS = 86_400_000;
const newUsername = () => `u${randomUUID().slice(0, 8)}@mail.example`;

async function account(d: MailDesk): Promise<AutoReplyAccount> {
  const all = await d.data<AutoReplyAccount[]>('admin', 'GET', '/api/auto-replies');
  const own = all.find(({ id }) => id === d.mailbox.id);
  if (!own) throw new Error('the mailbox is not among the accounts');
  return own;
}

async function setAutoReplies(d: MailDesk): Promise<void> {
  const { version } = await account(d);
  const text = (en: string) => ({ is_on: true, text: { en, id: '' } });
  const replies: AutoReplies = {
    ...SUGGESTED_REPLIES,
    welcome: text('Hello {{customer.first_name}}, we have your mail as {{ticket.number}}.'),
    closed: text('{{ticket.number}} is done.'),
    idle: { ...SUGGESTED_REPLIES.idle, is_on: true },
  };
  await d.data('admin', 'PUT', `/api/auto-replies/${d.mailbox.id}`, { version, replies });
}

/** The mails sent to this address so far. */
const sentTo = (d: MailDesk, address: string): Promise<ParsedMail[]> =>
  Promise.all(
    d.sink.got.filter(({ to }) => to.includes(address)).map(async ({ mail }) => simpleParser(mail)),
  );
async function onlyMailTo(d: MailDesk, address: string): Promise<ParsedMail> {
  await expect.poll(async () => (await sentTo(d, address)).length, SOON).toBe(1);
  const [mail] = await sentTo(d, address);
  if (!mail) throw new Error('it has gone');
  return mail;
}
/** Mails are processed in order: once a later sender has got the automatic reply, all earlier mails have been processed. */
async function allAreThrough(d: MailDesk, headers: string[] = []): Promise<void> {
  const last = newUsername();
  await d.dovecot.put('support', [
    [...headers, mailText({ from: last, subject: `Last: ${last}` })].join('\r\n'),
  ]);
  await onlyMailTo(d, last);
}

describe.skipIf(!hasDovecot)('the automatic replies of a mailbox', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk({ quotes_last: true });
    await setAutoReplies(d);
  });
  afterAll(() => d.close());

  const put = (mail: Parameters<typeof mailText>[0]) => d.arrive(mail);
  const solve = (ticket: Ticket) =>
    d.data('dewi', 'POST', `/api/tickets/${ticket.id}/solve`, { version: ticket.version });

  it('offers the kinds that make sense for e-mail: no queue position, no reminder', async () => {
    const { kinds, replies } = await account(d);
    expect(kinds).toEqual(['welcome', 'out_of_hours', 'holiday', 'closed']);
    expect(replies.idle.is_on).toBe(false);
  });

  it('welcomes a sender once per ticket, marked as automatic', { tags: 'full' }, async () => {
    const from = newUsername();
    const id = `${randomUUID()}@mail.example`;
    const text = 'Buy it at https://evil.example';
    const asked = { from: `Rina Sari <${from}>`, subject: 'A new order', id, text };
    await put({ ...asked, headers: [`Reply-To: ${newUsername()}`] });
    const mail = await onlyMailTo(d, from);
    const ticket = await d.ticketAbout('A new order');
    expect(mail.text?.trim()).toBe(`Hello Rina, we have your mail as ${ticket.number}.`);
    expect(mail.subject).toContain(ticket.number);
    expect(mail.inReplyTo).toBe(`<${id}>`);
    expect(mail.headers.get('auto-submitted')).toBe('auto-replied');
    expect(mail.headers.get('x-auto-response-suppress')).toBe('All');

    // The automatic reply does not count as an answer by a person.
    expect(ticket).toMatchObject({ unread: 1, status: 'open', assignee_id: null });
    expect(ticket.waiting_since).not.toBeNull();
    const { clocks } = await d.data<{ clocks: SlaClock[] }>('dewi', 'GET', `/api/tickets/${ticket.id}/sla`);
    expect(clocks.find(({ kind }) => kind === 'first_response')).toMatchObject({ ended_at: null });
    expect((await d.emails(ticket.id))[1]).toMatchObject({
      kind: 'outbound',
      author: { type: 'system' },
      mail: { is_auto: true, to: [{ address: from }] },
    });

    await put({ from, subject: `Re: [#${ticket.number}]`, text: 'And two more' });
    await allAreThrough(d);
    expect(await sentTo(d, from)).toHaveLength(1);
  });

  it('tells the customer when a ticket is solved', { tags: 'full' }, async () => {
    const from = newUsername();
    await put({ from, subject: 'To be solved' });
    await onlyMailTo(d, from);
    const ticket = await d.ticketAbout('To be solved');
    await solve(ticket);
    await expect.poll(async () => (await sentTo(d, from)).length, SOON).toBe(2);
    expect((await sentTo(d, from))[1]?.text?.trim()).toBe(`${ticket.number} is done.`);
  });

  it.each(
    coreRows(1, [
      ['an absence note', { headers: ['Auto-Submitted: auto-replied'] }],
      ['a notification', { headers: ['Auto-Submitted: auto-generated'] }],
      ['a mailing', { headers: ['List-Id: <all.mail.example>'] }],
      ['who wants no such answer', { headers: ['X-Auto-Response-Suppress: All'] }],
      ['what came back', { headers: ['Return-Path: <>'] }],
      ['an address that nobody reads', { from: `no-reply.${randomUUID().slice(0, 8)}@mail.example` }],
      ['what is to somebody else', { to: 'everybody@mail.example' }],
    ]),
  )('sends nothing to %s, not even when the ticket is solved', async (what, more) => {
    const mail = { from: newUsername(), subject: `Nothing to ${what}`, ...more };
    await put(mail);
    await solve(await d.ticketAbout(mail.subject));
    await allAreThrough(d);
    expect(await sentTo(d, mail.from)).toEqual([]);
  });

  it('sends nothing to a person who replies to an automatic reply', { tags: 'full' }, async () => {
    const from = newUsername();
    await put({ from, subject: 'Greeted and answered' });
    const greeting = await onlyMailTo(d, from);
    const ticket = await d.ticketAbout('Greeted and answered');
    const inReplyTo = greeting.messageId?.slice(1, -1) ?? '';
    await put({ from, subject: 'Re: your greeting', inReplyTo, text: 'Thank you' });
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
    const { ticket: now } = await d.data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${ticket.id}`);
    expect(now.unread).toBe(2);
    await solve(now);
    await allAreThrough(d);
    expect(await sentTo(d, from)).toHaveLength(1);

    // A ticket that an agent has answered gets the automatic messages of its end again.
    const other = newUsername();
    await put({ from: other, subject: 'Greeted and helped' });
    await onlyMailTo(d, other);
    const helped = await d.ticketAbout('Greeted and helped');
    await d.reply(helped.id, { body: 'Here you are' });
    await expect.poll(async () => (await sentTo(d, other)).length, SOON).toBe(2);
    const ours = (await sentTo(d, other))[1]?.messageId?.slice(1, -1) ?? '';
    await put({ from: other, subject: 'Re: helped', inReplyTo: ours, text: 'Thank you' });
    await expect.poll(async () => (await d.emails(helped.id)).length, SOON).toBe(4);
    await solve((await d.data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${helped.id}`)).ticket);
    await expect.poll(async () => (await sentTo(d, other)).length, SOON).toBe(3);
  });

  it('sends nothing in reply to old e-mails', { tags: 'full' }, async () => {
    d.t.clock.advance(DAY_MS + 60_000);
    const from = newUsername();
    await put({ from, subject: 'Found in an old mailbox' });
    const { id } = await d.ticketAbout('Found in an old mailbox');
    expect((await d.emails(id)).map(({ kind }) => kind)).toEqual(['inbound']);
  });
});

describe.skipIf(!hasDovecot)('automatic replies where the mail server authenticates senders', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk({ authserv_id: 'mx.desk.example' });
    await setAutoReplies(d);
  });
  afterAll(() => d.close());
  const GENUINE =
    'Authentication-Results: mx.desk.example; dkim=pass header.d=mail.example; dmarc=pass header.from=mail.example';
  const FORGED = 'Authentication-Results: mx.desk.example; dmarc=fail header.from=mail.example';

  it('are not sent to senders whose address was forged', { tags: 'full' }, async () => {
    const from = newUsername();
    await d.dovecot.put('support', [`${FORGED}\r\n${mailText({ from, subject: 'In their name' })}`]);
    const { id, version } = await d.ticketAbout('In their name');
    await d.data('dewi', 'POST', `/api/tickets/${id}/solve`, { version });
    await allAreThrough(d, [GENUINE]);
    expect(await sentTo(d, from)).toEqual([]);
  });

  it(
    'are not sent without a result of the authentication, because a forged sender would get them',
    { tags: 'full' },
    async () => {
      const from = newUsername();
      await d.dovecot.put('support', [mailText({ from, subject: 'Buy this' })]);
      await d.ticketAbout('Buy this');
      await allAreThrough(d, [GENUINE]);
      expect(await sentTo(d, from)).toEqual([]);
    },
  );

  it(
    'are sent to an authenticated sender also when they wrote to another address of ours',
    { tags: 'full' },
    async () => {
      const from = newUsername();
      const mail = mailText({ from, subject: 'By the other address', to: 'sales@desk.example' });
      await d.dovecot.put('support', [`${GENUINE}\r\n${mail}`]);
      expect((await onlyMailTo(d, from)).subject).toContain('By the other address');
    },
  );
});
