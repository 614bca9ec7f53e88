import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Mailbox, MailDraft, MailSender, SlaClock, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailboxBody, mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const header = (mail: string, name: string) => new RegExp(`^${name}: (.+)`, 'im').exec(mail)?.[1] ?? '';

describe.skipIf(!hasDovecot)('a new e-mail to a customer', () => {
  let d: MailDesk;
  let elsewhere: Mailbox;
  beforeAll(async () => {
    d = await mailDesk();
    elsewhere = await d.data<Mailbox>('admin', 'POST', '/api/mailboxes', {
      ...mailboxBody(d.t, d),
      name: 'Elsewhere',
      address: 'elsewhere@desk.example',
      department_id: d.t.departmentIds[1],
      folders: ['INBOX'],
    });
    // Two active mailboxes would read the same folder.
    await d.data('admin', 'PATCH', `/api/mailboxes/${elsewhere.id}`, { is_active: false });
  });
  afterAll(() => d.close());

  const body = (more: object = {}) => ({
    client_key: randomUUID(),
    mailbox_id: d.mailbox.id,
    to: [{ name: 'Rina Hartono', address: 'Rina@mail.example' }],
    subject: 'Your order',
    html: '<p>It is <b>ready</b>.</p><script>alert(1)</script>',
    ...more,
  });
  const write = (more: object = {}, as: 'dewi' | 'sarah' = 'dewi') =>
    d.data<Ticket>(as, 'POST', '/api/mails', body(more));

  it('is a ticket of whoever wrote it, goes out with text and HTML, and the answer comes onto that ticket', async () => {
    const user = `u${randomUUID().slice(0, 8)}`;
    const ticket = await write({
      to: [{ name: 'Rina Hartono', address: `${user}@mail.example` }],
      cc: [{ address: 'cc@mail.example' }],
      bcc: [{ address: 'bcc@mail.example' }],
    });
    expect(ticket).toMatchObject({
      subject: 'Your order',
      media_id: 2,
      department_id: d.mailbox.department_id,
      customer_name: 'Rina Hartono',
      status: 'open',
      last_message_by: 'agent',
      unread: 0,
      waiting_since: null,
    });
    const { id: dewi } = await d.data<{ id: number }>('dewi', 'GET', '/api/user');
    expect(ticket.assignee_id).toBe(dewi);
    const [message] = await d.emails(ticket.id);
    await expect.poll(() => d.stateOf(ticket.id, message?.id ?? 0), SOON).toBe('sent');
    const [sent = ''] = await d.dovecot.list(user);
    expect(header(sent, 'Subject')).toMatch(new RegExp(`^Your order \\[#${ticket.number}-[0-9a-f]{10}\\]$`));
    expect(header(sent, 'To')).toContain(`${user}@mail.example`);
    expect(header(sent, 'Cc')).toContain('cc@mail.example');
    expect(sent).not.toContain('bcc@mail.example');
    expect(await d.dovecot.list('bcc')).toHaveLength(1);
    expect(sent).toContain('multipart/alternative');
    expect(sent).toContain('<b>ready</b>');
    expect(sent).not.toContain('alert(1)');

    const inReplyTo = header(sent, 'Message-ID').replace(/[<>]/g, '');
    await d.dovecot.put('support', [
      mailText({ from: `${user}@mail.example`, subject: 'Thanks', inReplyTo, text: 'Good' }),
    ]);
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(2);
    expect(await d.data<Ticket>('dewi', 'GET', `/api/tickets/${ticket.id}`)).toMatchObject({
      ticket: { unread: 1, assignee_id: dewi },
    });
    // A reply without In-Reply-To is found by the ticket number, because the sender is a participant.
    const subject = `Re: Your order [#${ticket.number}]`;
    await d.arrive({ from: `${user}@mail.example`, subject, text: 'Once more' });
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
    await d.reply(ticket.id, { body: 'You are welcome.' });
    await expect.poll(() => d.dovecot.list(user), SOON).toHaveLength(2);
  });

  it(
    'starts no clock for a first response, and one for the next when the customer answers',
    { tags: 'full' },
    async () => {
      const user = `u${randomUUID().slice(0, 8)}`;
      const ticket = await write({ to: [{ address: `${user}@mail.example` }], subject: 'Clocks' });
      const kinds = async () =>
        (await d.data<{ clocks: SlaClock[] }>('dewi', 'GET', `/api/tickets/${ticket.id}/sla`)).clocks.map(
          ({ kind }) => kind,
        );
      expect(ticket.first_response_due_at).toBeNull();
      expect(ticket.resolution_due_at).not.toBeNull();
      expect(await kinds()).toEqual(['resolution']);
      const subject = `Re: [#${ticket.number}]`;
      await d.arrive({ from: `${user}@mail.example`, subject });
      await expect.poll(kinds, SOON).toEqual(['next_response', 'resolution']);
      // Recalculating the targets does not start a first response either.
      const { version, priority_id } = (
        await d.data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${ticket.id}`)
      ).ticket;
      await d.data('dewi', 'PATCH', `/api/tickets/${ticket.id}`, { version, priority_id: priority_id - 1 });
      expect(await kinds()).toEqual(['next_response', 'resolution']);
    },
  );

  it('is sent once for a key, also when it is asked for twice at the same moment', async () => {
    const user = `u${randomUUID().slice(0, 8)}`;
    const mail = body({ to: [{ address: `${user}@mail.example` }] });
    const [one, two] = await Promise.all(
      [0, 1].map(() => d.data<Ticket>('dewi', 'POST', '/api/mails', mail)),
    );
    const three = await d.data<Ticket>('dewi', 'POST', '/api/mails', mail);
    expect([two?.id, three.id]).toEqual([one?.id, one?.id]);
    await expect.poll(() => d.dovecot.list(user), SOON).toHaveLength(1);
    expect(await d.emails(three.id)).toHaveLength(1);
  });

  it('finds the customer of an address, and of a new one proves nothing', async () => {
    const address = `${randomUUID().slice(0, 8)}@mail.example`;
    const first = await write({ to: [{ name: 'Budi', address }] });
    const second = await write({ to: [{ name: 'Somebody', address: address.toUpperCase() }] });
    expect(second.customer_id).toBe(first.customer_id);
    const customer = await d.data('dewi', 'GET', `/api/customers/${first.customer_id}`);
    expect(customer).toMatchObject({ name: 'Budi', identities: [{ value: address, is_verified: false }] });
  });

  it('is sent from active mailboxes of one’s own departments only', async () => {
    const senders = (as: 'dewi' | 'sarah' | 'supervisor') =>
      d.data<MailSender[]>(as, 'GET', '/api/mail/senders');
    expect((await senders('dewi')).map(({ name }) => name)).toEqual(['Support']);
    expect((await senders('supervisor')).map(({ name }) => name)).toEqual(['Support']);
    expect(await senders('sarah')).toEqual([]);
    for (const [as, mailboxId] of [
      ['sarah', d.mailbox.id],
      ['dewi', elsewhere.id],
      ['dewi', 999_999],
    ] as const) {
      const answer = await d.t.as(as, 'POST', '/api/mails', body({ mailbox_id: mailboxId }));
      expect(answer).toMatchObject({ status: 422, body: { details: [{ path: 'mailbox_id' }] } });
    }
  });

  it('is refused without a valid recipient, and leaves no ticket behind', async () => {
    const before = (await d.tickets()).length;
    for (const [more, status] of [
      [{ to: [{ address: 'support@desk.example' }] }, 400],
      [{ to: [] }, 400],
      [{ to: [{ address: 'nobody' }] }, 400],
      [{ subject: ' ' }, 400],
      [{ html: ' ' }, 400],
      [{ html: '<script>1</script>' }, 400],
      [{ file_ids: [randomUUID()] }, 422],
    ] as const)
      expect((await d.t.as('dewi', 'POST', '/api/mails', body(more))).status).toBe(status);
    expect((await d.tickets()).length).toBe(before);
  });

  it('goes to at most fifty people in all, and no answer goes to a mailbox of ours', async () => {
    const people = (count: number) =>
      Array.from({ length: count }, () => ({ address: `${randomUUID()}@mail.example` }));
    const tooMany = { to: people(20), cc: people(20), bcc: people(11) };
    const refused = await d.t.as('dewi', 'POST', '/api/mails', body(tooMany));
    expect(refused).toMatchObject({ status: 400, body: { code: 'too_many_recipients' } });
    const { id } = await write({ to: people(20), cc: people(20), bcc: people(10) });
    const answer = (more: object) =>
      d.t.as('dewi', 'POST', `/api/tickets/${id}/messages`, {
        client_key: randomUUID(),
        body: 'Hi',
        ...more,
      });
    expect(await answer(tooMany)).toMatchObject({ status: 400, body: { code: 'too_many_recipients' } });
    const ours = [{ address: 'Elsewhere@desk.example' }];
    expect(await answer({ to: people(1), cc: ours })).toMatchObject({
      status: 400,
      body: { code: 'own_mailbox', details: { address: 'Elsewhere@desk.example' } },
    });
    expect(await d.emails(id)).toHaveLength(1);
  });

  it(
    'sent again with another text is refused, and says as which ticket it went out',
    { tags: 'full' },
    async () => {
      const key = randomUUID();
      const first = body({ client_key: key });
      const { id } = await d.data<Ticket>('dewi', 'POST', '/api/mails', first);
      expect((await d.data<Ticket>('dewi', 'POST', '/api/mails', first)).id).toBe(id);
      for (const other of [
        { html: '<p>It is <i>ready</i>.</p>' },
        { html: '<p>It is late.</p>' },
        { subject: 'Your other order' },
        { to: [{ address: 'somebody-else@mail.example' }] },
      ]) {
        const answer = await d.t.as('dewi', 'POST', '/api/mails', { ...first, ...other });
        expect(answer).toMatchObject({
          status: 409,
          body: { code: 'already_sent', details: { ticket_id: id } },
        });
      }
      const reply = (html: string, clientKey: string) =>
        d.t.as('dewi', 'POST', `/api/tickets/${id}/messages`, { client_key: clientKey, body: '', html });
      const again = randomUUID();
      const { body: sent } = await reply('<p>One</p>', again);
      const { id: sentId } = (sent as { data: { id: number } }).data;
      expect((await reply('<p>One</p>', again)).body).toMatchObject({ data: { id: sentId } });
      expect(await reply('<p>Two</p>', again)).toMatchObject({ status: 409, body: { code: 'already_sent' } });
      expect(await d.emails(id)).toHaveLength(2);
    },
  );

  it('requires the fields that every new ticket requires', { tags: 'full' }, async () => {
    const { rows } = await d.t.platform.db.pool.query<{ id: number }>(
      `insert into custom_fields (name, key, entity, kind, required) values ('Shop', 'shop', 'ticket', 'line', 'create') returning id`,
    );
    const field = rows[0]?.id ?? 0;
    const count = (await d.tickets()).length;
    const refused = await d.t.as('dewi', 'POST', '/api/mails', body());
    expect(refused).toMatchObject({ status: 409, body: { code: 'fields_missing' } });
    expect((await d.tickets()).length).toBe(count);
    expect(await write({ fields: { [field]: 'Bandung' } })).toMatchObject({ fields: { [field]: 'Bandung' } });
    await d.t.platform.db.pool.query('update custom_fields set is_active = false where id = $1', [field]);
  });

  describe('as a draft', () => {
    const place = () => `Rina <${randomUUID().slice(0, 8)}@mail.example>`;
    const find = (at: string, as: 'dewi' | 'sarah' = 'dewi') =>
      d.data<MailDraft | null>(as, 'GET', `/api/mail/draft?place=${encodeURIComponent(at)}`);
    const keep = (at: string, draft: object | null) =>
      d.t.as('dewi', 'PUT', '/api/mail/draft', { place: at, draft });
    const draft = (more: object = {}) => ({
      client_key: randomUUID(),
      mailbox_id: null,
      to: [{ name: 'Rina', address: 'rina@' }],
      cc: [],
      bcc: [],
      subject: '',
      html: '<p>It is',
      answers: { 7: 'Broken' },
      file_ids: [] as string[],
      ...more,
    });

    it('is stored as typed, for its author only, until it is discarded', async () => {
      const at = place();
      expect(await find(at)).toBeNull();
      const mail = draft();
      await keep(at, mail);
      const { file_ids: files, ...kept } = mail;
      expect(await find(at)).toEqual({ ...kept, files });
      expect(await find(at, 'sarah')).toBeNull();
      expect(await find('')).toBeNull();
      await keep(at, null);
      expect(await find(at)).toBeNull();
    });

    it('is deleted once it is sent, also when a late save arrives afterwards', async () => {
      const at = place();
      const mail = draft();
      await keep(at, mail);
      const ticket = await write({ client_key: mail.client_key });
      expect(await find(at)).toBeNull();
      expect((await keep(at, { ...mail, subject: 'Late' })).status).toBe(200);
      expect(await find(at)).toBeNull();
      expect(ticket.subject).toBe('Your order');
    });

    it('holds its files for as long as it is kept', { tags: 'full' }, async () => {
      const upload = async (name: string): Promise<string> => {
        const uploader = { userId: d.t.idOf('dewi') };
        const bytes = Readable.from([Buffer.from(name)]);
        const { files } = d.t.app.modules.tickets;
        return (await files.store({ name, mime: 'text/plain', bytes }, uploader, 1000)).id;
      };
      const [held, unused] = [await upload('held.txt'), await upload('unused.txt')];
      const at = place();
      await keep(at, draft({ file_ids: [held] }));
      d.t.clock.advance(2 * 86_400_000);
      await d.t.platform.db.transaction((tx) => tx.enqueue('tickets:remove-unused-files', {}));
      const isThere = (id: string) => d.t.as('dewi', 'GET', `/api/files/${id}`).then(({ status }) => status);
      await expect.poll(() => isThere(unused), SOON).toBe(404);
      expect(await isThere(held)).toBe(200);
      expect((await find(at))?.files).toMatchObject([{ id: held, name: 'held.txt' }]);
    });

    it('is one of the latest fifty', { tags: 'full' }, async () => {
      const places = Array.from({ length: 52 }, place);
      for (const at of places) await keep(at, draft());
      expect(await find(places[0] ?? '')).toBeNull();
      expect(await find(places[2] ?? '')).not.toBeNull();
    });
  });

  it('that is refused for good says so, and goes out when it is sent again', { tags: 'full' }, async () => {
    d.sink.refuse('gone@mail.example', { code: 550, text: '5.1.1 no such user here' });
    const ticket = await write({ to: [{ address: 'gone@mail.example' }], subject: 'Refused' });
    const [message] = await d.emails(ticket.id);
    const id = message?.id ?? 0;
    await expect.poll(() => d.stateOf(ticket.id, id), SOON).toBe('failed');
    expect((await d.emails(ticket.id))[0]?.failure).toMatch(/^recipient_refused: .*no such user here/);
    d.sink.refuse('gone@mail.example', null);
    await d.data('dewi', 'POST', `/api/tickets/${ticket.id}/messages/${id}/retry`, {
      client_key: 'new-again',
    });
    await expect.poll(() => d.stateOf(ticket.id, id), SOON).toBe('sent');
  });
});
