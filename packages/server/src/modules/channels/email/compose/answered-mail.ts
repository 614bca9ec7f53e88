import type { MailAddress, Message, Ticket } from '@trunkline/contract';
import type { Query } from '#platform/db';
import type { ConversationRow } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import * as emailStore from '../outbound/email-store.ts';
import * as store from '../mailboxes/mailbox-store.ts';
import { followUpRecipients, recipientsOf } from './recipients.ts';
import { isNoReplyAddress } from '../parsing/sender.ts';

type Deps = { tickets: Pick<Tickets, 'relations' | 'timeline'> };
type EmailRow = Awaited<ReturnType<typeof emailStore.listLastInbound>>[number];
/** `to_confirm`: Reply-To addresses of mails on the ticket to which no agent has written yet. */
export type ReplyRecipients = {
  to: MailAddress[];
  others: MailAddress[];
  is_unproven: boolean;
  to_confirm: string[];
};
type AnsweredTicket = Pick<Ticket, 'id' | 'customer_id' | 'customer_name'>;
type ConversationPlace = Pick<ConversationRow, 'channel_account_id' | 'address'>;

/** An incoming mail and its message on the time line. */
export type ReceivedMail = { email: EmailRow; message: Message };

/** How many of the last mails are searched for one of a person. */
const LOOKED_AT = 50;

/** Yields the last incoming mails on a ticket and its merged ones, newest first, without bounces. */
async function* received(
  q: Query,
  { tickets }: Deps,
  ticketId: number,
  mailboxId: number,
): AsyncGenerator<ReceivedMail> {
  const mergedTickets = await tickets.relations.mergedTicketIds(q, ticketId);
  for (const email of await emailStore.listLastInbound(q, mergedTickets, mailboxId, LOOKED_AT)) {
    const message = await tickets.timeline.findMessage(q, email.message_id, email.created_at);
    if (message && message.author.type !== 'system') yield { email, message };
  }
}

/** The mail that a reply answers: the last one from a person; an automatic mail only while we have not written yet. */
export async function findAnsweredMail(
  q: Query,
  deps: Deps,
  ticketId: number,
  mailboxId: number,
): Promise<ReceivedMail | undefined> {
  let note: ReceivedMail | undefined;
  for await (const one of received(q, deps, ticketId, mailboxId)) {
    if (isByPerson(one)) return one;
    note ??= one;
  }
  return (await findOurs(q, deps, ticketId, mailboxId)) ? undefined : note;
}

async function findOurs(
  q: Query,
  { tickets }: Deps,
  ticketId: number,
  mailboxId: number,
): Promise<Message | undefined> {
  const ours = await emailStore.findLastOutbound(
    q,
    await tickets.relations.mergedTicketIds(q, ticketId),
    mailboxId,
  );
  return ours && tickets.timeline.findMessage(q, ours.message_id, ours.created_at);
}

const isByPerson = ({ message }: ReceivedMail): boolean => message.mail?.is_auto !== true;

/**
 * The recipients of a reply in that conversation: the last person who wrote; if only automatic mails came, the recipients of our
 * own last mail; without either, the customer, unless their address is one that nobody reads.
 */
export async function answerRecipients(
  q: Query,
  deps: Deps,
  asked: AnsweredTicket,
  place: ConversationPlace,
): Promise<ReplyRecipients> {
  const mergedTickets = await deps.tickets.relations.mergedTicketIds(q, asked.id);
  return {
    ...(await findRecipients(q, deps, asked, place)),
    to_confirm: await emailStore.listUnanswered(q, mergedTickets),
  };
}

async function findRecipients(
  q: Query,
  deps: Deps,
  { id: ticketId, customer_id: customerId, customer_name: name }: AnsweredTicket,
  { channel_account_id: mailboxId, address }: ConversationPlace,
): Promise<Omit<ReplyRecipients, 'to_confirm'>> {
  const { last, note, customer } = await findWriters(q, deps, { ticketId, mailboxId, customerId });
  const known = { name, address: customer ?? address };
  const own = (await store.listMailboxes(q)).flatMap(store.ownAddresses);
  const is_unproven = (last ?? note)?.email.is_unproven === true;
  if (last) return { ...recipientsOf(last.message.mail, known, own), is_unproven };
  const sent = await findOurs(q, deps, ticketId, mailboxId);
  if (sent?.mail) return { ...followUpRecipients(sent.mail, known, own), is_unproven };
  const { to, others } = recipientsOf(note?.message.mail, known, own);
  return { to: to.filter((one) => !isNoReplyAddress(one)), others, is_unproven };
}

type Writers = { last?: ReceivedMail; note?: ReceivedMail; customer?: string };

/** Senders on a ticket: the last person, the last automatic sender, and the address of the ticket's customer. */
async function findWriters(
  q: Query,
  deps: Deps,
  { ticketId, mailboxId, customerId }: { ticketId: number; mailboxId: number; customerId: number },
): Promise<Writers> {
  const found: Writers = {};
  for await (const one of received(q, deps, ticketId, mailboxId)) {
    if (isByPerson(one)) found.last ??= one;
    else found.note ??= one;
    if (isOf(one, customerId)) found.customer ??= one.email.sender;
    if (found.last && found.customer) break;
  }
  return found;
}

const isOf = ({ message: { author }, email }: ReceivedMail, customerId: number): boolean =>
  author.type === 'customer' && author.id === customerId && !email.is_unproven;
