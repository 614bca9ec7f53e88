/** @module-tag full */
import { coreRows } from '../../../../../test/cases/core-rows.ts';
import { randomUUID } from 'node:crypto';
import type { SlaClock, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, type MailDesk, type mailText } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const HOUR_MS = 3_600_000;

describe.skipIf(!hasDovecot)('an automatic e-mail that begins a ticket', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  const newAddress = () => `u${randomUUID().slice(0, 8)}@mail.example`;
  const put = (mail: Parameters<typeof mailText>[0]) => d.arrive(mail);
  const read = async (id: number): Promise<Ticket> =>
    (await d.data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${id}`)).ticket;
  const clocks = async (id: number) =>
    (await d.data<{ clocks: SlaClock[] }>('dewi', 'GET', `/api/tickets/${id}/sla`)).clocks;
  const kinds = async (id: number) => (await clocks(id)).map(({ kind }) => kind);

  it.each(
    coreRows(1, [
      ['an out-of-office note', 'Auto-Submitted: auto-replied'],
      ['a notification', 'Auto-Submitted: auto-generated'],
      ['a mailing', 'List-Unsubscribe: <mailto:off@mail.example>'],
    ]),
  )('%s makes a ticket, and notifies nobody', async (what, header) => {
    await put({ from: newAddress(), subject: `First: ${what}`, headers: [header] });
    const ticket = await d.ticketAbout(`First: ${what}`);
    expect(ticket).toMatchObject({ unread: 0, waiting_since: null, first_response_due_at: null });
    expect(await kinds(ticket.id)).toEqual([]);
    expect(await d.emails(ticket.id)).toMatchObject([{ kind: 'inbound', mail: { is_auto: true } }]);
  });

  it('SLA targets start with the first e-mail of a person, and not before', async () => {
    const from = newAddress();
    const headers = ['Auto-Submitted: auto-generated'];
    await put({ from, subject: 'Your order', headers });
    const { id, version, priority_id, created_at: opened } = await d.ticketAbout('Your order');
    await put({ from, subject: 'Your order', headers, text: 'It is on its way' });
    await expect.poll(async () => (await d.emails(id)).length, SOON).toBe(2);
    d.t.clock.advance(HOUR_MS);
    // Neither another priority nor other targets start a target.

    const all = await d.data<{ id: number }[]>('admin', 'GET', '/api/settings/priorities');
    const other = all.find((one) => one.id !== priority_id)?.id;
    await d.data('dewi', 'PATCH', `/api/tickets/${id}`, { version, priority_id: other });
    await d.t.app.modules.tickets.sla.recount({});
    expect(await kinds(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ unread: 0, waiting_since: null });

    await put({ from, subject: 'Your order', text: 'It never came' });
    await expect.poll(async () => (await read(id)).unread, SOON).toBe(1);
    const first = (await clocks(id)).find(({ kind }) => kind === 'first_response');
    expect(await kinds(id)).toContain('resolution');
    const startedAfter = Date.parse(first?.started_at ?? '') - Date.parse(opened);
    expect(startedAfter).toBeGreaterThanOrEqual(HOUR_MS);
    // Recalculating keeps the later start.
    await d.t.app.modules.tickets.sla.recount({});
    expect((await clocks(id)).find(({ kind }) => kind === 'first_response')).toMatchObject({
      started_at: first?.started_at,
    });
  });

  it('a reply to an automatic e-mail starts no target for a first reply', async () => {
    const headers = ['Auto-Submitted: auto-generated'];
    await put({ from: newAddress(), subject: 'Answered all the same', headers });
    const { id } = await d.ticketAbout('Answered all the same');
    await d.reply(id, { body: 'Who are you?' });
    expect(await kinds(id)).toEqual(['resolution']);
  });

  it('an e-mail of a contact form notifies agents, even if it is marked as automatic', async () => {
    const headers = ['Auto-Submitted: auto-generated', `Reply-To: ${newAddress()}`];
    await put({ from: 'noreply@site.example', subject: 'By the form', headers });
    expect(await d.ticketAbout('By the form')).toMatchObject({ unread: 1 });
  });
});
