/** @module-tag full */
import { randomUUID } from 'node:crypto';
import type { Customer, IgnoredMail, Message, Ticket } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bounceOf } from '../../../../../test/mail/bounce.ts';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';
import type { ProactiveMail } from './proactive-service.ts';

const SOON = { timeout: 15_000 };
const header = (mail: string, name: string) => new RegExp(`^${name}: (.+)`, 'im').exec(mail)?.[1] ?? '';

/** Creates a customer; returns functions that send them mails without a ticket. */
async function createCustomer(d: MailDesk) {
  const user = `u${randomUUID().slice(0, 8)}`;
  const address = `${user}@mail.example`;
  const made = await d.data<Customer>('admin', 'POST', '/api/customers', {
    name: `Rina ${user}`,
    identities: [{ kind: 'email', value: address }],
  });
  const { proactive } = d.t.app.modules.email;
  const send = (more: Partial<ProactiveMail> = {}) =>
    d.t.platform.db.transaction((tx) =>
      proactive.send(tx, {
        key: randomUUID(),
        mailboxId: d.mailbox.id,
        customerId: made.id,
        author: 'Autumn survey',
        subject: 'How was your coffee?',
        html: '<p>Tell us, <b>please</b>.</p><script>alert(1)</script>',
        ...more,
      }),
    );
  return {
    ...made,
    user,
    address,
    send,
    async sent(more: Partial<ProactiveMail> = {}): Promise<number> {
      const { id, refused } = await send(more);
      if (id === undefined) throw new Error(`refused: ${refused}`);
      return id;
    },
    async stateOf(id: number) {
      const found = await proactive.find(d.t.platform.db.q, id);
      return found && [found.state, found.failure, found.ticket_id];
    },
    mails: () => d.dovecot.list(user),
    /** The Message-ID of the last mail that they got. */
    async messageId(): Promise<string> {
      await expect.poll(() => d.dovecot.list(user), SOON).not.toEqual([]);
      return header((await d.dovecot.list(user)).at(-1) ?? '', 'Message-ID').replace(/[<>]/g, '');
    },
    tickets: async () => (await d.tickets()).filter((one) => one.customer_id === made.id),
  };
}

async function theTicket(of: { tickets: () => Promise<Ticket[]> }): Promise<Ticket> {
  await expect.poll(async () => (await of.tickets()).length, SOON).toBe(1);
  const [ticket] = await of.tickets();
  if (!ticket) throw new Error('no ticket');
  return ticket;
}

describe.skipIf(!hasDovecot)('a mail without a ticket', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());
  const ignored = () => d.data<IgnoredMail[]>('admin', 'GET', `/api/mailboxes/${d.mailbox.id}/ignored`);

  it('arrives once, and the answer opens a ticket that begins with it', async () => {
    const rina = await createCustomer(d);
    const id = await rina.sent({ key: `survey:${rina.id}` });
    expect(await rina.sent({ key: `survey:${rina.id}` })).toBe(id);
    await expect.poll(() => rina.stateOf(id), SOON).toEqual(['sent', null, null]);
    const mails = await rina.mails();
    expect(mails).toHaveLength(1);
    const [mail = ''] = mails;
    expect(header(mail, 'Subject')).toBe('How was your coffee?');
    expect(header(mail, 'Auto-Submitted')).toBe('auto-generated');
    expect(mail).toContain('<b>please</b>');
    expect(mail).not.toContain('alert(1)');
    expect(await rina.tickets()).toEqual([]);

    d.t.clock.advance(60_000);
    const inReplyTo = await rina.messageId();
    await d.arrive({ from: rina.address, subject: 'Re: How was your coffee?', inReplyTo, text: 'Very good' });
    const ticket = await theTicket(rina);
    expect(ticket).toMatchObject({ unread: 1, first_response_at: null, last_message_by: 'customer' });
    const [first, answer] = await d.emails(ticket.id);
    expect(first).toMatchObject({
      id,
      kind: 'outbound',
      body: 'Tell us, please.',
      state: 'sent',
      author: { type: 'system', name: 'Autumn survey' },
      mail: { subject: 'How was your coffee?', to: [{ address: rina.address }], has_html: true },
    });
    expect(Date.parse(first?.created_at ?? '')).toBeLessThan(Date.parse(ticket.created_at));
    expect(answer).toMatchObject({ kind: 'inbound', body: 'Very good' });
    expect(await rina.stateOf(id)).toEqual(['sent', null, ticket.id]);
    const page = await d.t.as('dewi', 'GET', `/api/tickets/${ticket.id}/messages/${id}/html`);
    expect(JSON.stringify(page.body)).toContain('<b>please</b>');

    await d.arrive({ from: rina.address, subject: 'Re: How was your coffee?', inReplyTo, text: 'Thanks' });
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
    expect(await rina.tickets()).toHaveLength(1);
    await d.reply(ticket.id, { body: 'You are welcome.' });
    await expect.poll(rina.mails, SOON).toHaveLength(2);
  });

  it('opens one ticket, also where somebody else to whom it was passed on answers as well', async () => {
    const rina = await createCustomer(d);
    const id = await rina.sent();
    const inReplyTo = await rina.messageId();
    await d.arrive(
      { from: rina.address, inReplyTo, text: 'Mine' },
      { from: 'friend@mail.example', inReplyTo, text: 'And mine' },
    );
    const ticket = await theTicket(rina);
    const bodies = async () => (await d.emails(ticket.id)).map((one) => one.body);
    await expect.poll(bodies, SOON).toEqual(['Tell us, please.', 'Mine', 'And mine']);
    expect((await d.emails(ticket.id))[0]?.id).toBe(id);
  });

  it('is tried again, and fails for good where its recipient is refused', async () => {
    const rina = await createCustomer(d);
    d.sink.refuse(rina.address, { code: 451, text: 'Try again later' });
    const id = await rina.sent();
    const late = ['queued', expect.stringMatching(/Try again later/), null];
    await expect.poll(() => rina.stateOf(id), SOON).toEqual(late);
    d.sink.refuse(rina.address, null);
    d.t.clock.advance(31_000);
    await d.t.app.modules.email.recoverPending();
    await expect.poll(() => rina.stateOf(id), SOON).toEqual(['sent', null, null]);
    expect(await rina.mails()).toHaveLength(1);

    d.sink.refuse(rina.address, { code: 550, text: 'No such user here' });
    const second = await rina.sent();
    const refused = ['failed', expect.stringMatching(/^recipient_refused.*No such user/), null];
    await expect.poll(() => rina.stateOf(second), SOON).toEqual(refused);
    d.sink.refuse(rina.address, null);
    expect(await rina.tickets()).toEqual([]);
  });

  it('that comes back is failed, and opens no ticket; neither does a machine that answers it', async () => {
    const rina = await createCustomer(d);
    const id = await rina.sent();
    const messageId = await rina.messageId();
    const machine = `Automatic reply ${rina.user}`;
    await d.arrive({
      from: rina.address,
      subject: machine,
      inReplyTo: messageId,
      headers: ['Auto-Submitted: auto-replied'],
    });
    const reasons = async () =>
      (await ignored()).filter(({ subject }) => subject === machine || subject.startsWith('Undelivered'));
    await expect.poll(async () => (await reasons()).length, SOON).toBe(1);
    await d.dovecot.put('support', [bounceOf(messageId, rina.address)]);
    const bounced = ['failed', expect.stringMatching(/^bounced/), null];
    await expect.poll(() => rina.stateOf(id), SOON).toEqual(bounced);
    await expect
      .poll(async () => (await reasons()).map(({ reason }) => reason), SOON)
      .toEqual(['no_ticket', 'no_ticket']);
    expect(await rina.tickets()).toEqual([]);

    const kept = (await reasons()).find(({ subject }) => subject === machine);
    const path = `/api/mailboxes/${d.mailbox.id}/ignored/${kept?.id}/take`;
    const taken = await d.data<{ ticket_id: number }>('admin', 'POST', path, {});
    expect((await d.emails(taken.ticket_id)).map((one: Message) => one.id)[0]).toBe(id);
  });

  it('goes to nobody who is blocked or has no address, and from no mailbox that is switched off', async () => {
    const rina = await createCustomer(d);
    const block = { kind: 'email', value: rina.address, account_id: null, name: 'Rina', reason: '' };
    expect((await d.t.as('admin', 'POST', '/api/blocks', block)).status).toBe(200);
    expect(await rina.send()).toEqual({ refused: 'blocked' });
    for (const identities of [[], [{ kind: 'email', value: 'support@desk.example' }]]) {
      const body = { name: 'Nobody', identities };
      const { id: customerId } = await d.data<Customer>('admin', 'POST', '/api/customers', body);
      expect(await rina.send({ customerId })).toEqual({ refused: 'no_address' });
    }
    const path = `/api/mailboxes/${d.mailbox.id}`;
    await d.data('admin', 'PATCH', path, { is_active: false });
    expect(await rina.send()).toEqual({ refused: 'mailbox_inactive' });
    await d.data('admin', 'PATCH', path, { is_active: true });
  });
});

describe.skipIf(!hasDovecot)('a mail without a ticket, by itself', () => {
  let d: MailDesk;
  beforeEach(async () => {
    d = await mailDesk({ authserv_id: 'mx.desk.example' });
  });
  afterEach(() => d.close());

  it('another process sends what one left that was stopped', async () => {
    const rina = await createCustomer(d);
    await d.t.app.modules.email.stop();
    const id = await rina.sent();
    const other = await d.t.another();
    await other.app.modules.email.recoverPending();
    await expect.poll(rina.mails, SOON).toHaveLength(1);
    await expect.poll(() => rina.stateOf(id), SOON).toEqual(['sent', null, null]);
    await other.close();
  });

  it('is answered on a ticket of the customer it was sent to, marked where the sender is not proven', async () => {
    const rina = await createCustomer(d);
    await rina.sent();
    const inReplyTo = await rina.messageId();
    const found =
      'Authentication-Results: mx.desk.example; spf=fail smtp.mailfrom=evil.example; dmarc=fail (p=reject) header.from=mail.example';
    const mail = mailText({ from: rina.address, inReplyTo, text: 'Really me' });
    await d.dovecot.put('support', [[found, mail].join('\r\n')]);
    const ticket = await theTicket(rina);
    const [first, answer] = await d.emails(ticket.id);
    expect(first).toMatchObject({ kind: 'outbound', body: 'Tell us, please.' });
    expect(answer?.mail).toMatchObject({ is_unproven: true });
  });
});
