import { randomUUID } from 'node:crypto';
import type { MailAddress, Message, ScheduledReply, Ticket, CancelledReply } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The body of a mail with an HTML page that has an inline picture, and two files. */
const page = [
  '--mixed',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>The <b>blue</b> cup <img src="cid:cup@mail.example"></p><script>alert(1)</script>',
  '--mixed',
  'Content-Type: image/png; name="cup.png"',
  'Content-ID: <cup@mail.example>',
  'Content-Disposition: inline; filename="cup.png"',
  'Content-Transfer-Encoding: base64',
  '',
  PIXEL,
  ...['bill.txt', 'secret.txt'].flatMap((name) => [
    '--mixed',
    `Content-Type: text/plain; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    `What ${name} says`,
  ]),
  '--mixed--',
].join('\r\n');

describe.skipIf(!hasDovecot)('a mail that is passed on', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  type Detail = { ticket: Ticket; scheduled: ScheduledReply[]; drafts: { body: string }[] };
  const detail = (id: number) => d.data<Detail>('dewi', 'GET', `/api/tickets/${id}`);
  const parcels: MailAddress[] = [{ name: 'Parcels', address: 'help@parcels.example' }];
  const refusal = async (ticketId: number, body: object) => {
    const sent = { client_key: randomUUID(), body: '', ...body };
    const answer = await d.t.as('dewi', 'POST', `/api/tickets/${ticketId}/messages`, sent);
    return (answer.body as { code?: string }).code ?? answer.status;
  };

  /** Creates a ticket with one mail of a customer; returns both. */
  async function written(subject: string) {
    const from = `rina.${randomUUID().slice(0, 8)}@mail.example`;
    const headers = ['Content-Type: multipart/mixed; boundary=mixed'];
    await d.dovecot.put('support', [mailText({ from: `Rina <${from}>`, subject, headers, text: page })]);
    const ticket = await d.ticketAbout(subject);
    const [mail] = await d.emails(ticket.id);
    if (!mail) throw new Error('no mail');
    return {
      from,
      ticket,
      mail,
      file: (name: string) => mail.attachments.find((one) => one.name === name)?.id,
    };
  }
  const forward = (mail: Message, more: object = {}) => ({
    html: '<p>Please <i>look</i></p>',
    to: parcels,
    forwards: { message_id: mail.id, file_ids: [] },
    conversation_id: mail.conversation_id,
    ...more,
  });
  const sentTo = (address: string, words: string) =>
    d.sink.got
      .filter(({ to, mail }) => to.includes(address) && mail.toString().includes(words))
      .map(({ mail }) => mail.toString());

  it('quotes the original with the chosen files, answers nobody, and its answer comes back to the ticket', async () => {
    const { from, ticket, mail, file } = await written('Blue cup');
    await d.t.as('dewi', 'PUT', `/api/tickets/${ticket.id}/draft`, {
      kind: 'reply',
      body: '<p>Dear Rina</p>',
    });
    const before = await detail(ticket.id);
    const forwards = { message_id: mail.id, file_ids: [file('bill.txt')] };
    const passed = await d.reply(ticket.id, forward(mail, { forwards }));
    expect(passed).toMatchObject({
      kind: 'outbound',
      body: 'Please look',
      mail: {
        to: parcels,
        forwards: { message_id: mail.id, from: { address: from }, files: [{ name: 'bill.txt' }] },
      },
    });
    await expect.poll(() => d.stateOf(ticket.id, passed.id), SOON).toBe('sent');

    const [got = ''] = sentTo('help@parcels.example', 'Blue cup');
    expect(got).toMatch(/^Subject: Fwd: Blue cup \[#/m);
    expect(got).not.toMatch(/^(In-Reply-To|References):/im);
    expect(got).toContain('<b>blue</b>');
    expect(got).toContain(`From: Rina <${from}>`);
    expect(got).toContain('filename=bill.txt');
    expect(got).not.toContain('secret.txt');
    expect(got).not.toContain('alert(1)');
    // The HTML shows the picture by the Content-ID with which it is attached.
    const [, cid = 'none'] = /^Content-ID: <(.+)>/im.exec(got) ?? [];
    expect(got.replaceAll('=\r\n', '')).toMatch(new RegExp(`cid:${cid}`));

    const after = await detail(ticket.id);
    expect(after.drafts).toEqual(before.drafts);
    expect(after.ticket).toEqual(before.ticket);
    expect(after.ticket).toMatchObject({
      assignee_id: null,
      first_response_at: null,
      last_message_by: 'customer',
    });
    const whom = await d.data<{ to: MailAddress[] }>(
      'dewi',
      'GET',
      `/api/tickets/${ticket.id}/answer-recipients`,
    );
    expect(whom.to.map(({ address }) => address)).toEqual([from]);

    const id = /^Message-ID: <(.+)>/im.exec(got)?.[1] ?? '';
    await d.arrive({
      from: 'Parcels <help@parcels.example>',
      subject: 'Found it',
      inReplyTo: id,
      text: 'In Solo',
    });
    await expect
      .poll(async () => (await d.emails(ticket.id)).at(-1), SOON)
      .toMatchObject({ kind: 'inbound', author: { name: 'Parcels' } });
  });

  it(
    'one that fails leaves the customer waiting as before, and goes again with what it passes on',
    { tags: 'full' },
    async () => {
      const { ticket, mail, file } = await written('Red cup');
      const before = await detail(ticket.id);
      const gone = [{ name: '', address: 'gone@parcels.example' }];
      d.sink.refuse('gone@parcels.example', { code: 550, text: 'No such user here' });
      const forwards = { message_id: mail.id, file_ids: [file('bill.txt')] };
      const passed = await d.reply(ticket.id, forward(mail, { forwards, to: gone, html: undefined }));
      await expect.poll(() => d.stateOf(ticket.id, passed.id), SOON).toBe('failed');
      const { waiting_since, first_response_at, first_response_due_at } = before.ticket;
      await expect
        .poll(async () => (await detail(ticket.id)).ticket, SOON)
        .toMatchObject({ waiting_since, first_response_at, first_response_due_at, is_unsent: true });
      const body = { client_key: randomUUID(), recipients: { to: parcels } };
      await d.data('dewi', 'POST', `/api/tickets/${ticket.id}/messages/${passed.id}/retry`, body);
      await expect.poll(() => d.stateOf(ticket.id, passed.id), SOON).toBe('sent');
      expect(sentTo('help@parcels.example', 'Red cup')[0]).toContain('filename=bill.txt');
      expect((await detail(ticket.id)).ticket).toMatchObject({ waiting_since, first_response_at });
    },
  );

  it('can be undone while it is held back, and has the limits of a reply', { tags: 'full' }, async () => {
    const { ticket, mail, file } = await written('Green cup');
    const other = await written('White cup');
    const forwards = { message_id: mail.id, file_ids: [file('bill.txt')] };
    const held = await d.data<ScheduledReply>('dewi', 'POST', `/api/tickets/${ticket.id}/scheduled-replies`, {
      client_key: randomUUID(),
      body: 'Please look',
      ...forward(mail, { forwards }),
      send: { in_seconds: 5 },
    });
    expect(held).toMatchObject({ is_forward: true, state: 'waiting' });
    const back = await d.data<CancelledReply>('dewi', 'DELETE', `/api/scheduled-replies/${held.id}`);
    expect(back).toMatchObject({ forwards, to: parcels });

    const of = (message_id: number, ...file_ids: unknown[]) => ({ forwards: { message_id, file_ids } });
    expect(await refusal(ticket.id, forward(mail, of(other.mail.id)))).toBe('invalid_reference');
    expect(await refusal(ticket.id, forward(mail, of(mail.id, other.file('bill.txt'))))).toBe(
      'invalid_reference',
    );
    expect(await refusal(ticket.id, forward(mail, { to: undefined }))).toBe('conflict');
    const ours = [{ name: '', address: 'support@desk.example' }];
    expect(await refusal(ticket.id, forward(mail, { to: ours }))).toBe('own_mailbox');
    expect(sentTo('help@parcels.example', 'Green cup')).toEqual([]);
  });
});
