/** @module-tag full */
import { randomUUID } from 'node:crypto';
import type { ListRow, RuleRun } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };

describe.skipIf(!hasDovecot)('a rule that answers mails', () => {
  let d: MailDesk;
  let id: number;
  beforeAll(async () => {
    d = await mailDesk();
    const values = { name: 'Answer', trigger: 'customer_wrote', reply: 'We have it, {{customer.name}}.' };
    const body = { values, is_active: true };
    id = (await d.data<ListRow>('admin', 'POST', '/api/settings/automation', body)).id;
  });
  afterAll(() => d.close());

  const put = (subject: string, headers: string[] = []) =>
    d.dovecot.put('support', [
      mailText({ from: `Rina <u${randomUUID().slice(0, 8)}@mail.example>`, subject, headers }),
    ]);
  const runOn = async (ticketId: number): Promise<RuleRun> => {
    const runs = () =>
      d.data<RuleRun[]>('admin', 'GET', `/api/automation/runs?rule=${id}&ticket=${ticketId}`);
    await expect.poll(async () => (await runs()).length, SOON).toBe(1);
    const [run] = await runs();
    if (!run) throw new Error('no run');
    return run;
  };

  it('marks its replies as automatic, and does not affect SLA clocks', async () => {
    await put('A broken cup');
    const ticket = await d.ticketAbout('A broken cup');
    expect(await runOn(ticket.id)).toMatchObject({ outcome: 'done', did: ['replied'] });
    await expect.poll(() => d.sink.got.length, SOON).toBe(1);
    const sent = d.sink.got[0]?.mail.toString();
    expect(sent).toMatch(/^Auto-Submitted: auto-replied\r?$/im);
    expect(sent).toContain('We have it, Rina.');
    const { ticket: after } = await d.data<{ ticket: typeof ticket }>(
      'dewi',
      'GET',
      `/api/tickets/${ticket.id}`,
    );
    expect(after).toMatchObject({ first_response_at: null, last_message_by: 'customer' });
    expect(after.waiting_since).not.toBeNull();
  });

  it('greets the recipient of the reply, and not a person that the mail names instead', async () => {
    await put('By another name', ['Reply-To: Eve <eve@elsewhere.example>']);
    const ticket = await d.ticketAbout('By another name');
    expect(await runOn(ticket.id)).toMatchObject({ outcome: 'done', did: ['replied'] });
    const last = (await d.emails(ticket.id)).at(-1);
    expect(last).toMatchObject({ body: 'We have it, Rina.', mail: { to: [{ name: 'Rina' }] } });
  });

  it.each([
    ['an out-of-office note', 'Auto-Submitted: auto-replied'],
    ['a mailing', 'List-Unsubscribe: <mailto:off@mail.example>'],
  ])('does not answer %s', async (what, header) => {
    await put(what, [header]);
    const ticket = await d.ticketAbout(what);
    expect(await runOn(ticket.id)).toMatchObject({
      outcome: 'nothing',
      skipped: [{ step: 'reply', reason: 'automatic' }],
    });
    expect((await d.emails(ticket.id)).map(({ kind }) => kind)).toEqual(['inbound']);
  });

  it('does not answer old mails, as when a mailbox is added', async () => {
    d.t.clock.advance(25 * 3_600_000);
    await put('Of last year');
    const ticket = await d.ticketAbout('Of last year');
    expect(await runOn(ticket.id)).toMatchObject({
      outcome: 'nothing',
      skipped: [{ step: 'reply', reason: 'cannot_send' }],
    });
    expect((await d.emails(ticket.id)).map(({ kind }) => kind)).toEqual(['inbound']);
  });
});
