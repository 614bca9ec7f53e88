import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHeldLocks } from '#platform/postgres/held-locks';
import { whileTimePasses } from '../../../../test/clock.ts';
import { bounceOf } from '../../../../test/mail/bounce.ts';
import { hasDovecot } from '../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const messageIdOf = (mail = '') => /^Message-ID: <(.+)>/im.exec(mail)?.[1] ?? '';

describe.skipIf(!hasDovecot)('a mailbox', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  /** Creates a ticket of a new customer with a first reply from us. */
  async function answered(subject: string, more: object = {}) {
    const user = `c${randomUUID().slice(0, 8)}`;
    const from = `${user}@mail.example`;
    await d.dovecot.put('support', [mailText({ from, subject, ...more })]);
    const ticket = await d.ticketAbout(subject);
    const reply = await d.reply(ticket.id, { body: 'We look at it.' });
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    const sent = d.sink.got.findLast(({ to }) => to.includes(from))?.mail.toString() ?? '';
    return { user, from, ticket, reply, sent, id: messageIdOf(sent) };
  }

  const bodies = async (ticketId: number) => (await d.emails(ticketId)).map((one) => one.body);

  it('takes a mail in as a ticket, and the answer arrives in the customer’s mailbox on the same thread', async () => {
    await d.dovecot.put('support', [
      mailText({ from: 'Rina Hartono <rina@mail.example>', subject: 'The grinder', id: 'a1@mail.example' }),
    ]);
    const ticket = await d.ticketAbout('The grinder');
    expect(ticket).toMatchObject({
      media_id: 2,
      customer_name: 'Rina Hartono',
      unread: 1,
      assignee_id: null,
    });
    const [message] = await d.emails(ticket.id);
    expect(message).toMatchObject({
      kind: 'inbound',
      body: 'Hello',
      mail: {
        subject: 'The grinder',
        from: { address: 'rina@mail.example' },
        has_html: false,
        is_auto: false,
      },
    });

    const reply = await d.reply(ticket.id, { body: 'We will look at it.' });
    expect(reply).toMatchObject({ state: 'queued', mail: { to: [{ address: 'rina@mail.example' }] } });
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    const [sent] = await d.dovecot.list('rina');
    expect(sent).toContain('In-Reply-To: <a1@mail.example>');
    expect(sent).toContain(`[#${ticket.number}-`);
    expect(sent).toContain('We will look at it.');
    expect(sent).toContain('> Hello');

    const inReplyTo = messageIdOf(sent);
    await d.dovecot.put('support', [
      mailText({ from: 'rina@mail.example', subject: 'Thanks', inReplyTo, text: 'Good' }),
    ]);
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['Hello', 'We will look at it.', 'Good']);
    expect((await d.tickets()).filter(({ customer_name: name }) => name === 'Rina Hartono')).toHaveLength(1);
  });

  it('the same mail comes once, from whatever folder and under whatever number', async () => {
    const mail = mailText({ from: 'once@mail.example', subject: 'Only once', id: 'once@mail.example' });
    await d.dovecot.put('support', [mail, mail]);
    const ticket = await d.ticketAbout('Only once');
    await d.dovecot.put('support', [`Delivered-To: support@desk.example\r\n${mail}`]);
    await d.dovecot.put('support', [mailText({ from: 'once@mail.example', subject: 'After it' })]);
    await d.ticketAbout('After it');
    expect(await bodies(ticket.id)).toEqual(['Hello']);
  });

  it(
    'the same person about something else gets a ticket of its own, about the same thing the same one',
    { tags: 'full' },
    async () => {
      const from = 'two@mail.example';
      await d.arrive(
        { from, subject: 'First thing' },
        { from, subject: 'Second thing' },
        { from, subject: 'RE: first thing', text: 'More of it' },
      );
      const second = await d.ticketAbout('Second thing');
      const first = await d.ticketAbout('First thing');
      await expect.poll(() => bodies(first.id), SOON).toEqual(['Hello', 'More of it']);
      expect(first.customer_id).toBe(second.customer_id);
      expect(await bodies(second.id)).toEqual(['Hello']);
    },
  );

  it(
    'a stranger who writes the number or a customer’s Message-ID does not get into the ticket',
    { tags: 'full' },
    async () => {
      const mine = await answered('Private matter', { id: 'private@mail.example' });
      await d.dovecot.put('support', [
        mailText({
          from: 'mallory@evil.example',
          subject: `Re: Private matter [#${mine.ticket.number}]`,
          text: 'By number',
        }),
        mailText({
          from: 'mallory@evil.example',
          subject: 'By id',
          inReplyTo: 'private@mail.example',
          text: 'By id',
        }),
      ]);
      await d.arrive({
        from: mine.from,
        subject: `Fwd: [#${mine.ticket.number}]`,
        text: 'By the customer',
      });
      await expect
        .poll(() => bodies(mine.ticket.id), SOON)
        .toEqual(['Hello', 'We look at it.', 'By the customer']);
      await d.ticketAbout('By id');
      expect(await bodies(mine.ticket.id)).toHaveLength(3);
    },
  );

  it('who was copied in takes part from then on', { tags: 'full' }, async () => {
    const headers = ['Cc: Boss <boss@mail.example>'];
    const { ticket, reply } = await answered('With the boss', { headers });
    expect(reply.mail?.cc).toEqual([]);
    expect((await d.emails(ticket.id))[0]?.mail?.cc).toEqual([
      { name: 'Boss', address: 'boss@mail.example' },
    ]);
    await d.arrive({ from: 'Boss <boss@mail.example>', subject: `[#${ticket.number}]`, text: 'And?' });
    await expect.poll(() => bodies(ticket.id), SOON).toContain('And?');
    expect((await d.emails(ticket.id)).at(-1)?.author.name).toBe('Boss');
  });

  it('says whom an answer to all goes to, without the mailbox itself', { tags: 'full' }, async () => {
    const headers = ['Cc: Sari <sari@mail.example>, Support@desk.example'];
    await d.dovecot.put('support', [
      mailText({ from: 'Rina <rina.all@mail.example>', subject: 'To all', headers }),
    ]);
    const { id } = await d.ticketAbout('To all');
    expect(await d.data('dewi', 'GET', `/api/tickets/${id}/answer-recipients`)).toEqual({
      to: [{ name: 'Rina', address: 'rina.all@mail.example' }],
      others: [{ name: 'Sari', address: 'sari@mail.example' }],
      is_unproven: false,
      to_confirm: [],
    });
  });

  it(
    'copies go to whom they should, and who is copied in secret is named nowhere',
    { tags: 'full' },
    async () => {
      const { ticket } = await answered('Copies');
      const reply = await d.reply(ticket.id, {
        html: '<p>Dear <b>all</b><script>alert(1)</script></p>',
        to: [{ name: 'Rina', address: 'rina@mail.example' }],
        cc: [{ name: '', address: 'cc@mail.example' }],
        bcc: [{ name: '', address: 'secret@mail.example' }],
      });
      expect(reply).toMatchObject({ body: 'Dear all', mail: { has_html: true, recipients: 3 } });
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
      const sent = d.sink.got.findLast(({ to }) => to.includes('secret@mail.example'));
      expect(sent?.to).toEqual(['rina@mail.example', 'cc@mail.example', 'secret@mail.example']);
      expect(sent?.mail.toString()).toContain('Cc: cc@mail.example');
      expect(sent?.mail.toString()).not.toMatch(/secret@mail|<script|alert/);
      const { html } = await d.data<{ html: string }>(
        'dewi',
        'GET',
        `/api/tickets/${ticket.id}/messages/${reply.id}/html`,
      );
      expect(html).toBe('<p>Dear <b>all</b></p>');
    },
  );

  it(
    'what is refused for good has failed and says why; sent again it arrives',
    { tags: 'full' },
    async () => {
      const { ticket, user, from } = await answered('Refused');
      d.sink.refuse(from, { code: 550, text: 'No such user here' });
      const reply = await d.reply(ticket.id, { body: 'Again' });
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('failed');
      const failed = (await d.emails(ticket.id)).find(({ id }) => id === reply.id);
      expect(failed?.failure).toMatch(/^recipient_refused: .*No such user here/);
      d.sink.refuse(from, null);
      const path = `/api/tickets/${ticket.id}/messages/${reply.id}/retry`;
      const withKey = (client_key: string) => ({ client_key });
      expect((await d.t.as('sarah', 'POST', path, withKey('sarah-again'))).status).toBe(404);
      expect((await d.t.as('dewi', 'POST', path, withKey('dewi-again'))).body).toMatchObject({
        data: { state: 'queued', failure: null },
      });
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
      // The same key again, as after a lost response, succeeds without sending a second mail.
      expect((await d.t.as('dewi', 'POST', path, withKey('dewi-again'))).status).toBe(200);
      expect((await d.t.as('dewi', 'POST', path, withKey('dewi-twice'))).status).toBe(409);
      expect(await d.dovecot.list(user)).toHaveLength(2);
    },
  );

  it('what is refused for now waits and is tried again', async () => {
    const { ticket, from } = await answered('Later');
    d.sink.refuse(from, { code: 451, text: 'Try again later' });
    const reply = await d.reply(ticket.id, { body: 'Patience' });
    const failure = async () => (await d.emails(ticket.id)).find(({ id }) => id === reply.id)?.failure;
    await expect.poll(failure, SOON).toMatch(/^recipient_refused: .*Try again later/);
    expect(await d.stateOf(ticket.id, reply.id)).toBe('queued');
    d.sink.refuse(from, null);
    d.t.clock.advance(31_000);
    await d.t.app.modules.email.recoverPending();
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    expect(await failure()).toBeNull();
  });

  it(
    'a mail that comes back marks ours as failed, in the words of who refused it',
    { tags: 'full' },
    async () => {
      const { ticket, reply, from, id } = await answered('Bounces');
      await d.dovecot.put('support', [bounceOf(id, from)]);
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('failed');
      const emails = await d.emails(ticket.id);
      expect(emails.find((one) => one.id === reply.id)?.failure).toBe(
        `bounced: ${from} 550 5.1.1 User unknown`,
      );
      expect(emails.at(-1)).toMatchObject({
        kind: 'inbound',
        author: { type: 'system' },
        mail: { is_auto: true },
      });
      // A bounce of a mail that we never sent creates no ticket.
      const count = (await d.tickets()).length;
      await d.dovecot.put('support', [
        bounceOf('made-up@desk.example', 'x@mail.example'),
        mailText({ from: 'next@mail.example', subject: 'After the stray bounce' }),
      ]);
      await d.ticketAbout('After the stray bounce');
      expect(await d.tickets()).toHaveLength(count + 1);
    },
  );

  it(
    'an out-of-office note is added without notifying anybody, and does not reopen a solved ticket',
    { tags: 'full' },
    async () => {
      const { ticket, from, id } = await answered('On holiday');
      const fresh = (await d.tickets()).find((one) => one.id === ticket.id);
      await d.data('dewi', 'POST', `/api/tickets/${ticket.id}/solve`, { version: fresh?.version });
      const headers = ['Auto-Submitted: auto-replied'];
      await d.arrive({ from, subject: 'Automatic reply', inReplyTo: id, headers, text: 'I am away.' });
      await expect.poll(() => bodies(ticket.id), SOON).toContain('I am away.');
      const after = (await d.tickets()).find((one) => one.id === ticket.id);
      expect(after).toMatchObject({ status: 'solved', unread: 0, waiting_since: null });
      // A reply by the customer themselves does reopen it.
      await d.arrive({ from, subject: 'Back', inReplyTo: id, text: 'I am back.' });
      await expect
        .poll(async () => (await d.tickets()).find((one) => one.id === ticket.id)?.status, SOON)
        .toBe('open');
      expect((await d.emails(ticket.id)).at(-1)?.body).toBe('I am back.');
    },
  );

  it(
    'our own mail that comes back to us, and mail from ourselves, starts nothing',
    { tags: 'full' },
    async () => {
      const { ticket, sent } = await answered('Loops');
      const count = (await d.tickets()).length;
      await d.dovecot.put('support', [
        sent,
        mailText({ from: 'support@desk.example', subject: 'Sent copy' }),
        mailText({
          from: 'forward@mail.example',
          subject: 'Marked',
          headers: ['X-Loop: support@desk.example'],
        }),
        mailText({ from: 'marker@mail.example', subject: 'After the loops' }),
      ]);
      await d.ticketAbout('After the loops');
      expect(await d.tickets()).toHaveLength(count + 1);
      expect(await bodies(ticket.id)).toHaveLength(2);
    },
  );

  it(
    'attachments are stored by what they are, pictures are shown in place, and the original can be had',
    { tags: 'full' },
    async () => {
      await d.dovecot.put('support', [withPicture]);
      const ticket = await d.ticketAbout('With a picture');
      const [message] = await d.emails(ticket.id);
      expect(message?.attachments.map(({ name, mime }) => [name, mime])).toEqual([
        ['logo.png', 'image/png'],
        ['photo.jpg', 'application/octet-stream'],
      ]);
      const [logo] = message?.attachments ?? [];
      expect(message?.mail).toMatchObject({
        has_html: true,
        has_remote_images: true,
        inline_file_ids: [logo?.id],
      });
      const path = `/api/tickets/${ticket.id}/messages/${message?.id}`;
      type ShownMail = { html: string; has_remote_images: boolean; frame_url: string };
      const shown = await d.data<ShownMail>('dewi', 'GET', `${path}/html`);
      expect(shown.html).not.toContain('shop.example');
      const address = /src="([^"]+)"/.exec(shown.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      expect((await d.t.call('GET', address)).status).toBe(200);
      const forged = address.replace(/(?<=signature=)./, (first) => (first === 'a' ? 'b' : 'a'));
      expect((await d.t.call('GET', forged)).status).toBe(404);
      const frame = await d.t.app.http.app.inject({ method: 'GET', url: shown.frame_url });
      expect(frame.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
      expect(frame.body).toContain('<b>Look</b>');
      const url = `${shown.frame_url}&measured=1`;
      const measured = await d.t.app.http.app.inject({ method: 'GET', url });
      expect(measured.headers['content-security-policy']).toMatch(
        /default-src 'none'.*sandbox allow-same-origin$/,
      );
      d.t.clock.advance(14 * 3_600_000);
      expect((await d.t.call('GET', address)).status).toBe(404);
      expect((await d.data<ShownMail>('dewi', 'GET', `${path}/html?images=1`)).html).toContain(
        'https://shop.example/p.gif',
      );
      expect((await d.t.as('sarah', 'GET', `${path}/html`)).status).toBe(404);
      expect((await d.t.as('dewi', 'GET', `${path}/source`)).status).toBe(403);
      expect((await d.t.as('supervisor', 'GET', `${path}/source`)).body).toContain('Subject: With a picture');
    },
  );

  it(
    'more mails of one sender than the limit wait where they can be taken in',
    { tags: 'full' },
    async () => {
      const { id } = d.mailbox;
      await d.data('admin', 'PATCH', `/api/mailboxes/${id}`, { loop_limit: 3 });
      const from = 'machine@mail.example';
      await d.dovecot.put(
        'support',
        [1, 2, 3, 4, 5].map((n) => mailText({ from, subject: `Machine ${n}`, text: `Mail ${n}` })),
      );
      await d.ticketAbout('Machine 3');
      type IgnoredMail = { subject: string; reason: string };
      const held = async () =>
        (await d.data<IgnoredMail[]>('admin', 'GET', `/api/mailboxes/${id}/ignored`)).map(
          (one) => `${one.subject}: ${one.reason}`,
        );
      await expect.poll(held, SOON).toEqual(expect.arrayContaining(['Machine 5: flood', 'Machine 4: flood']));
      expect((await d.tickets()).filter(({ subject }) => subject.startsWith('Machine'))).toHaveLength(3);
      await d.data('admin', 'PATCH', `/api/mailboxes/${id}`, {
        loop_limit: 1000,
        blocked_senders: ['spam.example'],
      });
      await d.dovecot.put('support', [
        mailText({ from: 'x@sub.spam.example', subject: 'Buy now' }),
        mailText({ from: 'buyer@mail.example', subject: 'After the spam' }),
      ]);
      await d.ticketAbout('After the spam');
      expect((await d.tickets()).some(({ subject }) => subject === 'Buy now')).toBe(false);
    },
  );

  it('is called out of its mail: the link goes where the mail came from', { tags: 'full' }, async () => {
    const { ticket, user } = await answered('Please call me');
    const call = { kind: 'video', client_key: 'a-call-by-mail' };
    const started = await d.t.as('dewi', 'POST', `/api/tickets/${ticket.id}/calls`, call);
    expect(started).toMatchObject({ status: 200, body: { was_sent: true } });
    await expect.poll(() => d.dovecot.list(user), SOON).toHaveLength(2);
    expect((await d.dovecot.list(user)).at(-1)).toMatch(/\/c\/\w+-/);
  });

  it(
    'a folder that is numbered anew gives every mail once, and what is new as well',
    { tags: 'full', timeout: 60_000 },
    async () => {
      const before = (await d.tickets()).length;
      const { before: was, after: is } = await d.dovecot.renumber('support');
      expect(is).not.toBe(was);
      await d.dovecot.put('support', [mailText({ from: 'new@mail.example', subject: 'After the move' })]);
      await d.ticketInTime('After the move');
      await d.dovecot.put('support', [mailText({ from: 'new@mail.example', subject: 'Still there' })]);
      await d.ticketAbout('Still there');
      expect(await d.tickets()).toHaveLength(before + 2);
    },
  );

  it(
    'waiting e-mails are offered to nobody, take no chat capacity, and have no position in the queue',
    { tags: 'full' },
    async () => {
      await d.dovecot.put('support', [mailText({ from: 'slow@mail.example', subject: 'No hurry' })]);
      await d.ticketAbout('No hurry');
      const token = await d.t.visitor(await d.t.widget());
      const body = { client_key: randomUUID(), name: 'Siti', question: 'Hello?', page: '' };
      type Chat = { data: { chat: { status: string; position: number } } };
      const started = await d.t.call('POST', '/api/livechat/chat', { token, body });
      expect((started.body as Chat).data.chat).toMatchObject({ status: 'waiting', position: 1 });
      await d.t.connect('budi');
      await d.t.as('budi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
      const offers = () => d.data<{ media_id: number }[]>('budi', 'GET', '/api/conversations/offers');
      await expect.poll(async () => (await offers()).map((offer) => offer.media_id), SOON).toEqual([6]);
      await d.t.as('budi', 'PUT', '/api/user/activity', { user_activity_id: 1 });
    },
  );

  it(
    'reads several folders, a mail in two of them once, and says which one is missing',
    { tags: 'full' },
    async () => {
      const path = `/api/mailboxes/${d.mailbox.id}`;
      const mail = mailText({ from: 'order@mail.example', subject: 'An order', id: 'order@mail.example' });
      await d.dovecot.put('support', [mail], 'Orders');
      await d.data('admin', 'PATCH', path, { folders: ['INBOX', 'Orders'] });
      const ticket = await d.ticketAbout('An order');
      await d.dovecot.put('support', [mail, mailText({ from: 'order@mail.example', subject: 'Beside it' })]);
      await d.ticketAbout('Beside it');
      expect(await bodies(ticket.id)).toEqual(['Hello']);
      type Health = { health: { fault: string | null; said: string } };
      const health = async () => (await d.data<[Health]>('admin', 'GET', '/api/mailboxes'))[0].health;
      await d.data('admin', 'PATCH', path, { folders: ['INBOX', 'Lost'] });
      await expect.poll(health, SOON).toMatchObject({ state: 'failing', fault: 'folder_missing' });
      expect((await health()).said).toMatch(/^Lost: /);
      await d.data('admin', 'PATCH', path, { folders: ['INBOX'] });
      await expect.poll(health, SOON).toMatchObject({ state: 'ok', fault: null });
    },
  );

  it(
    'is watched by one process at a time, which starts again after it has lost the lock',
    { tags: 'full' },
    async () => {
      const other = createHeldLocks(d.t.platform, { lock: 7_310_010, name: 'mailboxes' }, () => undefined);
      expect(await other.acquire(d.mailbox.id)).toBe(false);
      await d.t.platform.db.pool.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7310010
       and objid = $1 and database = (select oid from pg_database where datname = current_database())`,
        [d.mailbox.id],
      );
      await expect.poll(() => other.acquire(d.mailbox.id), { ...SOON, interval: 5 }).toBe(true);
      await d.dovecot.put('support', [mailText({ from: 'held@mail.example', subject: 'Held up' })]);
      await other.release(d.mailbox.id);
      other.close();
      await d.ticketInTime('Held up');
    },
  );

  it('correcting the settings sends waiting e-mails at once', { tags: 'full' }, async () => {
    const { ticket } = await answered('Waits for the settings');
    const { smtp } = d.mailbox;
    const path = `/api/mailboxes/${d.mailbox.id}`;
    await d.data('admin', 'PATCH', path, { smtp: { ...smtp, port: 1 } });
    const reply = await d.reply(ticket.id, { body: 'Patience' });
    const failure = async () => (await d.emails(ticket.id)).find(({ id }) => id === reply.id)?.failure;
    await expect.poll(failure, SOON).toMatch(/^refused/);
    const others = await Promise.all([1, 2, 3, 4, 5].map((n) => d.reply(ticket.id, { body: `More ${n}` })));
    await d.data('admin', 'PATCH', path, { smtp });
    for (const { id } of [reply, ...others])
      await expect.poll(() => d.stateOf(ticket.id, id), SOON).toBe('sent');
  });

  it(
    'reports its health: it fails while the server is unreachable, and recovers by itself',
    { tags: 'full', timeout: 60_000 },
    async () => {
      const health = async () =>
        (await d.data<[{ health: { state: string } }]>('admin', 'GET', '/api/mailboxes'))[0].health.state;
      await expect.poll(health, SOON).toBe('ok');
      const socket = await d.t.connect('admin');
      await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
      const told: string[] = [];
      socket.on('mailbox-health', ({ state }: { state: string }) => void told.push(state));
      await d.dovecot.stop();
      await expect.poll(health, SOON).toBe('failing');
      await d.dovecot.start();
      await expect.poll(whileTimePasses(d.t.clock, 5000, health), SOON).toBe('ok');
      await expect.poll(() => told.at(-1), SOON).toBe('ok');
      // A lost connection and an unreachable server are different faults, but the mailbox becomes healthy only once.
      expect(new Set(told.slice(told.indexOf('failing'), -1))).toEqual(new Set(['failing']));
    },
  );
});

const withPicture = [
  'From: pic@mail.example',
  'To: support@desk.example',
  'Subject: With a picture',
  'Message-ID: <pic@mail.example>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="m"',
  '',
  '--m',
  'Content-Type: multipart/related; boundary="r"',
  '',
  '--r',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p onclick="x()"><b>Look</b><img src="cid:logo@x"><img src="https://shop.example/p.gif"></p>',
  '--r',
  'Content-Type: application/octet-stream; name="logo.png"',
  'Content-ID: <logo@x>',
  'Content-Disposition: inline; filename="logo.png"',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  '--r--',
  '--m',
  'Content-Type: image/jpeg; name="photo.jpg"',
  'Content-Disposition: attachment; filename="photo.jpg"',
  '',
  '<html><script>alert(1)</script></html>',
  '--m--',
  '',
].join('\r\n');
