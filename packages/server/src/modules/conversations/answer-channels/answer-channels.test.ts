import {
  Media,
  type AnswerChannel,
  type Conversation,
  type Customer,
  type Mailbox,
  type Message,
  type Ticket,
} from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deskOf } from '../../../../test/desk.ts';
import { mailboxBody } from '../../../../test/mail/mail-desk.ts';
import { mailSink, type MailSink } from '../../../../test/mail/mail-server.ts';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
const PHONE = '+6281290004455';

let d: MessagingDesk;
let sink: MailSink;
const { data, key, create } = deskOf(() => d.t);
beforeAll(async () => {
  d = await messagingDesk();
  sink = await mailSink(() => Promise.resolve());
  await d.addSms();
  const body = mailboxBody(d.t, { dovecot: { port: sink.port }, sink });
  await data<Mailbox>('admin', 'POST', '/api/mailboxes', body);
});
afterAll(async () => {
  await d.close();
  await sink.close();
});

/** Creates the ticket of a call from a customer with these addresses. */
async function called(identities: { kind: string; value: string }[]): Promise<Ticket> {
  const customer = await data<Customer>('admin', 'POST', '/api/customers', { name: 'Rina', identities });
  const ticket = await create({ customer_id: customer.id });
  await d.t.platform.db.pool.query('update tickets set media_id = $1 where id = $2', [
    Media.voiceCall,
    ticket.id,
  ]);
  return ticket;
}
const channelsOf = ({ id }: Ticket) =>
  data<AnswerChannel[]>('dewi', 'GET', `/api/tickets/${id}/answer-channels`);
const start = ({ id }: Ticket, account_id: number | undefined) =>
  data<Conversation>('dewi', 'POST', `/api/tickets/${id}/conversations`, { account_id });
const reply = ({ id }: Ticket, body: object) =>
  data<Message>('dewi', 'POST', `/api/tickets/${id}/messages`, { client_key: key(), body: '', ...body });
const stateOf = async ({ id }: Ticket, message: Message) =>
  (await data<Message[]>('dewi', 'GET', `/api/tickets/${id}/timeline`)).find((one) => one.id === message.id)
    ?.state;

it('the ticket of a call is answered by e-mail or message, where the customer has an address', async () => {
  const email = 'rina.calls@mail.example';
  const ticket = await called([
    { kind: 'phone', value: PHONE },
    { kind: 'email', value: email },
  ]);
  const refused = await d.t.as('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, {
    client_key: key(),
    body: 'Hello',
  });
  expect(refused.body).toMatchObject({ code: 'conflict', details: { reason: 'no_conversation' } });
  const all = await channelsOf(ticket);
  expect(all.map(({ media_id, address }) => [media_id, address])).toEqual([
    [Media.email, email],
    [Media.whatsapp, PHONE.slice(1)],
    [Media.sms, PHONE],
  ]);

  const [mail, whatsapp, sms] = all;
  const begun = await start(ticket, mail?.account_id);
  expect((await start(ticket, mail?.account_id)).id).toBe(begun.id);
  const whom = await data<{ to: { address: string }[] }>(
    'dewi',
    'GET',
    `/api/tickets/${ticket.id}/answer-recipients`,
  );
  expect(whom.to).toMatchObject([{ address: email }]);
  const sent = await reply(ticket, { html: '<p>About your call</p>' });
  await expect.poll(() => stateOf(ticket, sent), SOON).toBe('sent');
  expect(sink.got.at(-1)).toMatchObject({ to: [email] });
  expect((await channelsOf(ticket))[0]).toMatchObject({ conversation_id: begun.id });

  // WhatsApp only allows templates to customers who have not written; SMS are sent at once.
  const onWhatsapp = await start(ticket, whatsapp?.account_id);
  const free = await d.t.as('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, {
    client_key: key(),
    body: 'Hello',
    conversation_id: onWhatsapp.id,
  });
  expect(free.body).toMatchObject({ code: 'window_closed' });
  const phone = d.twilio.phone(PHONE);
  const { id: conversation_id } = await start(ticket, sms?.account_id);
  const text = await reply(ticket, { body: 'About your call', conversation_id });
  // The operator may have reported the delivery already.
  await expect.poll(() => stateOf(ticket, text), SOON).toMatch(/^(?:sent|delivered)$/);
  expect(phone.inbox).toMatchObject([{ text: 'About your call' }]);
  // The e-mail conversation is still answered by mail, although another one began later.
  const again = await reply(ticket, { html: '<p>And again</p>', conversation_id: begun.id });
  expect(again.mail?.to).toMatchObject([{ address: email }]);
});

it('says where there is none, and takes no account that does not reach the customer', async () => {
  const ticket = await called([]);
  expect(await channelsOf(ticket)).toEqual([]);
  const [mailbox] = await data<Mailbox[]>('admin', 'GET', '/api/mailboxes');
  const path = `/api/tickets/${ticket.id}/conversations`;
  const refused = await d.t.as('dewi', 'POST', path, { account_id: mailbox?.id });
  expect(refused.body).toMatchObject({ code: 'invalid_reference' });
  expect((await d.t.as('sarah', 'GET', `/api/tickets/${ticket.id}/answer-channels`)).status).toBe(404);
  expect((await d.t.as('sarah', 'POST', path, { account_id: mailbox?.id })).status).toBe(404);
});
