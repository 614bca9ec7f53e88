import { IGNORED_DAYS, type IgnoredMail, type Mailbox, type Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const DAY_MS = 86_400_000;

describe.skipIf(!hasDovecot)('rejected e-mails', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk({ blocked_senders: ['spam.example'] });
  });
  afterAll(() => d.close());

  const path = (end = '') => `/api/mailboxes/${d.mailbox.id}/ignored${end}`;
  const page = async (query = '') => {
    const { body } = await d.t.as('admin', 'GET', path(query));
    return body as { data: IgnoredMail[]; has_more: boolean };
  };
  const subjects = async () => (await page('?limit=100')).data.map(({ subject }) => subject);
  const findIgnored = async (subject: string): Promise<IgnoredMail> => {
    await expect.poll(subjects, SOON).toContain(subject);
    const mail = (await page('?limit=100')).data.find((one) => one.subject === subject);
    if (!mail) throw new Error(`no mail about ${subject}`);
    return mail;
  };
  const createTicketFrom = (id: number) => d.t.as('admin', 'POST', path(`/${id}/take`), {});

  it('are listed with who, what and why, the latest first and page by page, and are told of', async () => {
    const admin = await d.t.connect('admin');
    await admin.timeout(5000).emitWithAck('resume', { after: null, topics: ['mailboxes'] });
    const told = new Promise((resolve) => void admin.once('ignored-mails-changed', resolve));
    const spam = (n: number) => mailText({ from: 'Win Big <win@spam.example>', subject: `Spam ${n}` });
    await d.dovecot.put('support', [spam(1), spam(2), spam(3)]);
    await findIgnored('Spam 3');
    expect(await told).toEqual({ mailbox_id: d.mailbox.id });
    const first = await page('?limit=2');
    expect(first).toMatchObject({
      data: [
        { subject: 'Spam 3', reason: 'blocked', from: { name: 'Win Big', address: 'win@spam.example' } },
        { subject: 'Spam 2' },
      ],
      has_more: true,
    });
    const rest = await page(`?limit=2&before=${first.data[1]?.id}`);
    expect(rest).toMatchObject({ data: [{ subject: 'Spam 1' }], has_more: false });
  });

  it(
    'include those of a blocked address, in any mailbox, and are counted with the block',
    { tags: 'full' },
    async () => {
      const body = { kind: 'email', value: 'Rude@mail.example', name: 'Rude' };
      const { id } = await d.data<{ id: number }>('dewi', 'POST', '/api/blocks', body);
      await d.dovecot.put('support', [mailText({ from: 'rude@mail.example', subject: 'Rude words' })]);
      expect(await findIgnored('Rude words')).toMatchObject({
        reason: 'blocked',
        from: { address: 'rude@mail.example' },
      });
      expect(await d.data('dewi', 'GET', '/api/blocks')).toMatchObject([
        { id, value: 'rude@mail.example', refused: 1 },
      ]);
      expect((await d.t.as('dewi', 'DELETE', `/api/blocks/${id}`)).status).toBe(200);
      await d.dovecot.put('support', [mailText({ from: 'rude@mail.example', subject: 'Kind words' })]);
      expect(await d.ticketAbout('Kind words')).toMatchObject({ media_id: 2 });
    },
  );

  it(
    'say that they carry our mark, are from ourselves, or came back from nowhere',
    { tags: 'full' },
    async () => {
      const headers = ['X-Loop: support@desk.example'];
      await d.dovecot.put('support', [
        mailText({ from: 'passer@mail.example', subject: 'Passed on', headers }),
        mailText({ from: 'support@desk.example', subject: 'From ourselves' }),
        mailText({
          from: 'MAILER-DAEMON@mx.example',
          subject: 'Came back',
          headers: ['X-Failed-Recipients: nobody@mail.example'],
        }),
      ]);
      expect(await findIgnored('Passed on')).toMatchObject({ reason: 'loop' });
      expect(await findIgnored('From ourselves')).toMatchObject({ reason: 'own' });
      expect(await findIgnored('Came back')).toMatchObject({ reason: 'stray_bounce' });
    },
  );

  it('can be accepted once, with their files, as if they had not been rejected', async () => {
    const type = 'Content-Type: multipart/mixed; boundary="b"';
    const text =
      '--b\r\nContent-Type: text/html\r\n\r\n<p>Really <b>me</b></p>\r\n--b\r\nContent-Type: text/plain\r\n' +
      'Content-Disposition: attachment; filename="order.txt"\r\n\r\nOne cup\r\n--b--';
    await d.dovecot.put('support', [
      mailText({ from: 'Rina <rina@spam.example>', subject: 'Real order', headers: [type], text }),
    ]);
    const mail = await findIgnored('Real order');
    const [one, two] = await Promise.all([createTicketFrom(mail.id), createTicketFrom(mail.id)]);
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 404]));
    const { data } = (one.status === 200 ? one : two).body as { data: { ticket_id: number; number: string } };
    expect(await subjects()).not.toContain('Real order');
    const ticket = await d.ticketAbout('Real order');
    expect(ticket).toMatchObject({
      id: data.ticket_id,
      number: data.number,
      customer_name: 'Rina',
      unread: 1,
    });
    const emails = await d.emails(ticket.id);
    expect(emails).toMatchObject([{ body: 'Really me', attachments: [{ name: 'order.txt' }] }]);
    const file = emails[0]?.attachments[0]?.url ?? '';
    expect((await d.t.as('admin', 'GET', file)).status).toBe(200);
    const audit = await d.t.platform.db.q
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(audit).toEqual({
      action: 'mailbox.ignored-mail-taken',
      subject: `${d.mailbox.id} ${mail.id}`,
    });
    // Accepting a mail does not unblock its sender.
    await d.dovecot.put('support', [mailText({ from: 'rina@spam.example', subject: 'Another one' })]);
    await findIgnored('Another one');
  });

  it(
    'that we sent ourselves are on their ticket already, and cannot be accepted',
    { tags: 'full' },
    async () => {
      await d.dovecot.put('support', [mailText({ from: 'sri@mail.example', subject: 'Two cups' })]);
      const ticket = await d.ticketAbout('Two cups');
      const reply = await d.reply(ticket.id, { body: 'They are on their way.' });
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
      // Somebody forwards our own mail back to us.
      await d.dovecot.put('support', [d.sink.got.at(-1)?.mail.toString() ?? '']);
      await expect
        .poll(async () => (await page('?limit=100')).data.some(({ reason }) => reason === 'ours'), SOON)
        .toBe(true);
      const ours = (await page('?limit=100')).data.find(({ reason }) => reason === 'ours');
      expect(await createTicketFrom(ours?.id ?? 0)).toMatchObject({ status: 409 });
    },
  );

  it('are given as they came, as text to be saved', async () => {
    await d.dovecot.put('support', [
      mailText({ from: 'win@spam.example', subject: 'Raw', text: '<script>alert(1)</script>' }),
    ]);
    const { id } = await findIgnored('Raw');
    const authorization = `Bearer ${await d.t.signIn('admin')}`;
    const answer = await d.t.app.http.app.inject({ url: path(`/${id}/source`), headers: { authorization } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(answer.body).toContain('<script>alert(1)</script>');
  });

  it('of another mailbox, or already on a ticket, are not there', async () => {
    const { id } = await findIgnored('Raw');
    const other = `/api/mailboxes/${d.mailbox.id + 1000}/ignored`;
    expect((await d.t.as('admin', 'GET', other)).status).toBe(404);
    expect((await d.t.as('admin', 'POST', `${other}/${id}/take`, {})).status).toBe(404);
    expect((await d.t.as('admin', 'GET', `${other}/${id}/source`)).status).toBe(404);
  });

  it(
    'are gone after a while, and do not come back when the folder is numbered anew',
    { tags: 'full' },
    async () => {
      await findIgnored('Raw');
      const before = (await d.tickets()).length;
      d.t.clock.advance((IGNORED_DAYS + 1) * DAY_MS);
      await d.t.platform.db.transaction((tx) => tx.enqueue('email:forget-ignored', {}));
      await expect.poll(subjects, SOON).toEqual([]);
      const { mailbox } = d;
      await d.data<Mailbox>('admin', 'PATCH', `/api/mailboxes/${mailbox.id}`, { blocked_senders: [] });
      await d.dovecot.renumber('support');
      await d.dovecot.put('support', [mailText({ from: 'last@mail.example', subject: 'The last' })]);
      await d.ticketInTime('The last');
      expect((await d.tickets()).length).toBe(before + 1);
      const [{ subject }] = (await d.tickets()) as [Ticket];
      expect(subject).toBe('The last');
    },
  );
});
