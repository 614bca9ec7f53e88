import { randomUUID } from 'node:crypto';
import type { ResponseOf, runMacro, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };

describe.skipIf(!hasDovecot)('a macro that answers by mail', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  async function macro(values: object): Promise<number> {
    const reply = 'Dear {{customer.name}},';
    const body = { values: { name: randomUUID().slice(0, 8), reply, ...values } };
    return (await d.data<{ id: number }>('admin', 'POST', '/api/settings/macros', body)).id;
  }
  const run = async (id: number, macroId: number, more: object = {}) => {
    const { version } = (await d.data<{ ticket: Ticket }>('supervisor', 'GET', `/api/tickets/${id}`)).ticket;
    const body = { macro_id: macroId, version, client_key: randomUUID(), ...more };
    return d.data<ResponseOf<typeof runMacro>['data']>(
      'supervisor',
      'POST',
      `/api/tickets/${id}/macros`,
      body,
    );
  };

  it(
    'greets whom it goes to: the customer as the desk knows them, a colleague of theirs by their own name',
    { tags: 'full' },
    async () => {
      const rina = `rina-${randomUUID().slice(0, 8)}@mail.example`;
      const boss = `boss-${randomUUID().slice(0, 8)}@mail.example`;
      const headers = [`Cc: Boss <${boss}>`];
      await d.dovecot.put('support', [
        mailText({ from: `Rina Hartono <${rina}>`, subject: 'Greet us', headers }),
      ]);
      const { id, number } = await d.ticketAbout('Greet us');
      const shown = await macro({});
      expect((await run(id, shown)).reply).toBe('Dear Rina Hartono,');
      await d.arrive({ from: `Big Boss <${boss}>`, subject: `[#${number}]` });
      await expect.poll(async () => (await d.emails(id)).length, SOON).toBe(2);
      expect((await run(id, shown)).reply).toBe('Dear Big Boss,');
      // A shown macro greets the addressee of the reply box; one that sends at once greets the recipient of replies.
      expect((await run(id, shown, { addressee: 'Sari' })).reply).toBe('Dear Sari,');
      const sending = await run(id, await macro({ sends_at_once: true }), { addressee: 'Sari' });
      expect(sending.has_sent).toBe(true);
      expect((await d.emails(id)).at(-1)).toMatchObject({
        body: 'Dear Big Boss,',
        mail: { to: [{ address: boss }] },
      });
    },
  );
});
