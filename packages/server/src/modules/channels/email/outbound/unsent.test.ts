import type { Message, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bounceOf } from '../../../../../test/mail/bounce.ts';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { whileTimePasses } from '../../../../../test/clock.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };

describe.skipIf(!hasDovecot)('a mail that did not go out', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  it(
    'is marked in lists, and goes to the address that was meant once it is put right',
    { tags: 'full' },
    async () => {
      await d.dovecot.put('support', [mailText({ from: 'rina@mail.example', subject: 'Mistyped' })]);
      const ticket = await d.ticketAbout('Mistyped');
      const wrong = 'rnia@mail.example';
      d.sink.refuse(wrong, { code: 550, text: 'No such user here' });
      const reply = await d.reply(ticket.id, { body: 'Dear Rina', to: [{ name: '', address: wrong }] });
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('failed');
      const where = JSON.stringify([
        { field: 'is_unsent', op: 'is', value: true },
        { field: 'number', op: 'is', value: ticket.number },
      ]);
      const unsent = async () =>
        (await d.data<Ticket[]>('dewi', 'GET', `/api/tickets?where=${encodeURIComponent(where)}`)).map(
          ({ id, is_unsent: isUnsent }) => [id, isUnsent],
        );
      await expect.poll(unsent, SOON).toEqual([[ticket.id, true]]);

      const path = `/api/tickets/${ticket.id}/messages/${reply.id}/retry`;
      const to = [{ name: 'Rina', address: 'right@mail.example' }];
      const bcc = [{ name: '', address: 'hidden@mail.example' }];
      const nobody = await d.t.as('dewi', 'POST', path, {
        client_key: 'right-key-0',
        recipients: { to: [] },
      });
      expect(nobody.status).toBe(400);
      const body = { client_key: 'right-key-1', recipients: { to, bcc } };
      const both = await Promise.all([1, 2].map(() => d.t.as('dewi', 'POST', path, body)));
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
      const got = d.sink.got.filter(({ mail }) => mail.toString().includes('Dear Rina'));
      expect(got.map((one) => one.to)).toEqual([['right@mail.example', 'hidden@mail.example']]);
      const shown = (await d.emails(ticket.id)).find(({ id }) => id === reply.id)?.mail;
      expect(shown).toMatchObject({ to, bcc, recipients: 2 });
      await expect.poll(unsent, SOON).toEqual([]);
    },
  );

  it(
    'goes again to no more people than an answer, to none of ours, and once for what its key stands for',
    { tags: 'full' },
    async () => {
      await d.dovecot.put('support', [mailText({ from: 'sari@mail.example', subject: 'Many people' })]);
      const ticket = await d.ticketAbout('Many people');
      d.sink.refuse('nobody@mail.example', { code: 550, text: 'No such user here' });
      const wrong = [{ name: '', address: 'nobody@mail.example' }];
      const key = 'reply-key-of-many';
      const reply = await d.reply(ticket.id, { client_key: key, body: 'Dear Sari', to: wrong });
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('failed');
      const note = 'note-key-of-many';
      await d.data('dewi', 'POST', `/api/tickets/${ticket.id}/notes`, { client_key: note, body: 'A note' });

      const path = `/api/tickets/${ticket.id}/messages/${reply.id}/retry`;
      const retry = async (clientKey: string, recipients?: object) => {
        const body = { client_key: clientKey, ...(recipients && { recipients }) };
        const answer = await d.t.as('dewi', 'POST', path, body);
        return answer.status === 200 ? 'sent' : (answer.body as { code: string }).code;
      };
      const many = (part: string) =>
        Array.from({ length: 20 }, (_, n) => ({ name: '', address: `${part}${n}@mail.example` }));
      const tooMany = { to: many('a'), cc: many('b'), bcc: many('c') };
      expect(await retry('again-key-1', tooMany)).toBe('too_many_recipients');
      const ours = { to: [{ name: '', address: 'Support@desk.example' }] };
      expect(await retry('again-key-1', ours)).toBe('own_mailbox');
      expect(await retry(note)).toBe('already_sent');
      expect(await retry(key)).toBe('already_sent');
      expect(await d.stateOf(ticket.id, reply.id)).toBe('failed');

      const right = { to: [{ name: 'Sari', address: 'sari@mail.example' }] };
      expect(await retry('again-key-1', right)).toBe('sent');
      expect(await retry('again-key-1', right)).toBe('sent');
      expect(await retry('again-key-1', { to: many('d') })).toBe('already_sent');
      const line = await d.data<Message[]>('dewi', 'GET', `/api/tickets/${ticket.id}/timeline?limit=100`);
      expect(
        line.flatMap(({ event, author }) =>
          event?.type === 'sent_again' ? [{ ...event, by: author.id }] : [],
        ),
      ).toEqual([
        {
          type: 'sent_again',
          message_id: reply.id,
          before: ['nobody@mail.example'],
          now: ['sari@mail.example'],
          by: d.t.idOf('dewi'),
        },
      ]);
    },
  );

  it('that reached only some goes to the others by itself or once they are put right, and to nobody twice', async () => {
    await d.dovecot.put('support', [mailText({ from: 'ayu@mail.example', subject: 'Only some' })]);
    const ticket = await d.ticketAbout('Only some');
    const [ayu, slow, gone] = ['ayu@mail.example', 'slow@mail.example', 'moved@mail.example'];
    d.sink.refuse(slow, { code: 451, text: 'Try again later' });
    d.sink.refuse(gone, { code: 550, text: 'No such user here' });
    const people = (...all: string[]) => all.map((address) => ({ name: '', address }));
    const reply = await d.reply(ticket.id, { body: 'Dear three', to: people(ayu), cc: people(slow, gone) });
    const shown = async () => (await d.emails(ticket.id)).find(({ id }) => id === reply.id);
    const got = () =>
      d.sink.got.filter(({ mail }) => mail.toString().includes('Dear three')).map(({ to }) => to);
    const isMarked = async () =>
      (await d.data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${ticket.id}`)).ticket.is_unsent;
    await expect.poll(async () => (await shown())?.failure, SOON).toMatch(/slow.*Try again later/);
    expect(await shown()).toMatchObject({ state: 'queued' });

    d.sink.refuse(slow, null);
    d.t.clock.advance(31_000);
    await d.t.app.modules.email.recoverPending();
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    expect((await shown())?.failure).toMatch(/moved.*No such user here/);
    await expect.poll(isMarked, SOON).toBe(true);
    expect(got()).toEqual([[ayu], [slow]]);

    const path = `/api/tickets/${ticket.id}/messages/${reply.id}/retry`;
    const retry = (key: string, cc: string[]) =>
      d.t.as('dewi', 'POST', path, {
        client_key: key,
        recipients: { to: people(ayu), cc: people(slow, ...cc) },
      });
    expect((await retry('some-key-1', ['new@mail.example'])).status).toBe(200);
    await expect.poll(async () => (await shown())?.failure, SOON).toBeNull();
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    expect(got()).toEqual([[ayu], [slow], ['new@mail.example']]);
    await expect.poll(isMarked, SOON).toBe(false);
    expect((await retry('some-key-2', [])).status).toBe(409);

    // The mail to one recipient bounces: a retry goes to that one only. Without that recipient nothing is left to send, or to
    // mark.
    const [sent] = d.sink.got.filter(({ mail }) => mail.toString().includes('Dear three'));
    const id = /^Message-ID: <(.+)>/im.exec(sent?.mail.toString() ?? '')?.[1] ?? '';
    await d.dovecot.put('support', [bounceOf(id, slow)]);
    await expect.poll(isMarked, SOON).toBe(true);
    expect((await retry('some-key-3', [])).status).toBe(200);
    await expect.poll(() => got().length, SOON).toBe(4);
    expect(got().at(-1)).toEqual([slow]);
    await d.dovecot.put('support', [bounceOf(id, slow)]);
    await expect.poll(isMarked, SOON).toBe(true);
    const left = {
      client_key: 'some-key-4',
      recipients: { to: people(ayu), cc: people('new@mail.example') },
    };
    expect((await d.t.as('dewi', 'POST', path, left)).status).toBe(200);
    await expect.poll(isMarked, SOON).toBe(false);
    expect(got()).toHaveLength(4);
  });

  it(
    'is marked in the ticket that it stands in after merging, and in neither too many',
    { tags: 'full' },
    async () => {
      const from = 'joko@mail.example';
      d.sink.refuse('gone@mail.example', { code: 550, text: 'No such user here' });
      const made: Ticket[] = [];
      for (const subject of ['Merged one', 'Merged two']) {
        await d.dovecot.put('support', [mailText({ from, subject })]);
        made.push(await d.ticketAbout(subject));
      }
      const [one, two] = made;
      const wrong = [{ name: '', address: 'gone@mail.example' }];
      await d.reply(two?.id ?? 0, { body: 'Nobody reads this', to: wrong });
      const marks = async () => {
        const read = made.map(({ id }) => d.data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${id}`));
        return (await Promise.all(read)).map(({ ticket }) => ticket.is_unsent);
      };
      await expect.poll(marks, SOON).toEqual([false, true]);
      await d.data('admin', 'POST', `/api/tickets/${one?.id}/merge`, { from: [two?.id] });
      await expect.poll(async () => (await marks())[0], SOON).toBe(true);
      await d.data('admin', 'POST', `/api/tickets/${two?.id}/unmerge`, {});
      await expect.poll(marks, SOON).toEqual([false, true]);
    },
  );

  it(
    'goes over the connection of the one before, over a new one when that was ended, and leaves none open',
    { tags: 'full' },
    async () => {
      await d.dovecot.put('support', [mailText({ from: 'tono@mail.example', subject: 'Kept connection' })]);
      const ticket = await d.ticketAbout('Kept connection');
      const to = [{ name: '', address: 'tono@mail.example' }];
      const opened = async (body: string) => {
        const before = d.sink.connections().all;
        const reply = await d.reply(ticket.id, { body, to });
        await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
        return d.sink.connections().all - before;
      };
      await opened('The first');
      expect(await opened('The second')).toBe(0);
      d.sink.hangUp();
      expect(await opened('After the server was started anew')).toBe(1);
      await expect
        .poll(
          whileTimePasses(d.t.clock, 30_000, () => d.sink.connections().open),
          SOON,
        )
        .toBe(0);
    },
  );
});
