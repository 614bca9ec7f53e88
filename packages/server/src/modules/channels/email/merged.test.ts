import { randomUUID } from 'node:crypto';
import type { Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../test/mail/dovecot.ts';
import { mailDesk, type MailDesk } from '../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const messageIdOf = (mail = '') => /^Message-ID: <(.+)>/im.exec(mail)?.[1] ?? '';

describe.skipIf(!hasDovecot)('mails of tickets that were merged', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  const from = 'rina@mail.example';
  const bodies = async (ticketId: number) => (await d.emails(ticketId)).map((one) => one.body);
  const put = (subject: string, more: object = {}) => d.arrive({ from, subject, ...more });
  const merge = (into: Ticket, one: Ticket) =>
    d.data<Ticket>('dewi', 'POST', `/api/tickets/${into.id}/merge`, { from: [one.id] });

  async function answer(ticketId: number, body: string) {
    const reply = await d.reply(ticketId, { body });
    await expect.poll(() => d.stateOf(ticketId, reply.id), SOON).toBe('sent');
    return messageIdOf(d.sink.got.findLast(({ mail }) => mail.toString().includes(body))?.mail.toString());
  }

  it(
    'arrive where it stands now, and after parting on the thread that they answer',
    { tags: 'full' },
    async () => {
      await put('The grinder', { text: 'about the grinder' });
      const a = await d.ticketAbout('The grinder');
      const ours = await answer(a.id, `first answer ${randomUUID()}`);
      await put('The invoice', { text: 'about the invoice' });
      const b = await d.ticketAbout('The invoice');
      await merge(b, a);

      await put('Re: The grinder', { inReplyTo: ours, text: 'it still stands' });
      await expect.poll(() => bodies(b.id), SOON).toContain('it still stands');
      // A reply on the merged ticket answers the latest mail, in that mail's thread.
      const body = `joined answer ${randomUUID()}`;
      const joined = await answer(b.id, body);
      const sent = d.sink.got.findLast(({ mail }) => mail.toString().includes(body))?.mail.toString() ?? '';
      expect(sent).toMatch(/^Subject: Re: The grinder/im);
      await put('Re: The invoice', { inReplyTo: '', text: 'and the invoice?' });
      await expect.poll(() => bodies(b.id), SOON).toContain('and the invoice?');

      await d.data('dewi', 'POST', `/api/tickets/${a.id}/unmerge`, {});
      expect((await bodies(a.id)).slice(-2)).toEqual(['it still stands', body]);
      expect(await bodies(b.id)).toEqual(['about the invoice', 'and the invoice?']);
      await put('Re: The grinder', { inReplyTo: joined, text: 'and now?' });
      await expect.poll(() => bodies(a.id), SOON).toContain('and now?');
      await put('Re: The invoice', { text: 'invoice again' });
      await expect.poll(() => bodies(b.id), SOON).toContain('invoice again');
    },
  );

  it(
    'without a word about what they answer go by their subject to where it stands',
    { tags: 'full' },
    async () => {
      await put('A broken cup', { text: 'cup one' });
      const a = await d.ticketAbout('A broken cup');
      await put('A broken plate', { text: 'plate one' });
      const b = await d.ticketAbout('A broken plate');
      await merge(b, a);
      await put('RE: A broken cup', { text: 'cup two' });
      await expect.poll(() => bodies(b.id), SOON).toEqual(['cup one', 'plate one', 'cup two']);
      await d.data('dewi', 'POST', `/api/tickets/${a.id}/unmerge`, {});
      expect(await bodies(a.id)).toEqual(['cup one', 'cup two']);
      expect(await bodies(b.id)).toEqual(['plate one']);
    },
  );

  it(
    'that were split off are answered by mail from there, and their answers come back there',
    { tags: 'full' },
    async () => {
      await put('Two things', { text: 'the kettle' });
      const a = await d.ticketAbout('Two things');
      await put('Re: Two things', { text: 'the toaster' });
      await expect.poll(() => bodies(a.id), SOON).toEqual(['the kettle', 'the toaster']);
      const [, toaster] = await d.emails(a.id);
      const split = { client_key: randomUUID(), subject: 'The toaster', message_ids: [toaster?.id] };
      const part = await d.data<Ticket>('dewi', 'POST', `/api/tickets/${a.id}/split`, split);
      const body = `toaster answer ${randomUUID()}`;
      const ours = await answer(part.id, body);
      await put('Re: The toaster', { inReplyTo: ours, text: 'toast at last' });
      await expect.poll(() => bodies(part.id), SOON).toEqual(['the toaster', body, 'toast at last']);
      expect(await bodies(a.id)).toEqual(['the kettle']);
    },
  );
});
