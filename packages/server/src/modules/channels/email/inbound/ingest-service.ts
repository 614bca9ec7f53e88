import { Media, typedAddress, type IgnoredReason, type Message } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations, ConversationThread, Sender } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createBounces } from './bounces-service.ts';
import * as emailStore from '../outbound/email-store.ts';
import type { MailRecords } from '../outbound/mail-records.ts';
import type { ProactiveMails } from '../outbound/proactive-service.ts';
import type { ProactiveRow } from '../outbound/proactive-store.ts';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import { findTicket, type TicketMatch } from './find-ticket.ts';
import type { MailReader, ReadMail } from './read-mail.ts';
import {
  claimedAuthorOf,
  isAddressProven,
  isAutomaticNotice,
  isUnproven,
  messageMailOf,
  reasonToIgnore,
} from './received-mail.ts';
import * as store from './received-store.ts';
import type { ReceivedMailRow } from './received-store.ts';
import { senderNameOf } from '../parsing/sender.ts';
import { plainSubject } from '../compose/subject.ts';

type Deps = Pick<Platform, 'clock' | 'secrets'> & {
  reader: MailReader;
  settings: Settings;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  records: Pick<MailRecords, 'setOutcome'>;
  proactive: Pick<ProactiveMails, 'answeredBy' | 'lockUnanswered' | 'addToTicket'>;
};
/** The result of processing a mail, as its row stores it. */
export type IngestOutcome = {
  state: 'done' | 'ignored';
  reason: '' | IgnoredReason;
  sender: string;
  sender_name?: string;
  subject?: string;
  is_unproven?: boolean;
  is_proven?: boolean;
  ticket_id?: number;
};

/** Turns a mail into a message: determines its ticket and its customer. */
export type MailIngest = {
  /** The sender as a customer; `ticketId`: the ticket that it belongs to, null for a new one. */
  senderFor(tx: Tx, mailbox: MailboxRow, mail: Written, ticketId: number | null): Promise<Sender>;
  /** Puts a mail on its ticket, unless it is to be rejected and was not accepted by a person. */
  putOnTicket(tx: Tx, received: Received, isWanted?: boolean): Promise<IngestOutcome>;
};

type Received = { row: ReceivedMailRow; mailbox: MailboxRow; mail: ReadMail };
type Work = Received & SenderProof;
type Written = Pick<ReadMail, 'sender' | 'subject' | 'body'> &
  SenderProof & {
    /** The address to which we wrote and that this mail answers: its customer counts if the sender is not proven. */
    wroteTo?: string;
  };
/** `answered`: the mail without a ticket that it answers. */
type MailTarget = TicketMatch & { isQuiet: boolean; answered: ProactiveRow | undefined };
type SenderProof = {
  isUnproven: boolean;
  /** The sender was authenticated, so the address is theirs. */
  isProven: boolean;
};

const HOUR_MS = 3_600_000;

export function createIngest(deps: Deps): MailIngest {
  const { clock, secrets, reader, settings, customers, tickets, conversations, proactive } = deps;
  const bounces = createBounces(deps);

  async function ignore(
    tx: Tx,
    mail: ReadMail,
    reason: IgnoredReason,
    mailboxId: number,
  ): Promise<IngestOutcome> {
    await reader.forget(mail);
    tx.emit('ignored-mails-changed', { mailbox_id: mailboxId }, ['mailboxes']);
    const { sender, subject } = mail;
    return { state: 'ignored', reason, sender: sender.address, sender_name: sender.name, subject };
  }

  async function reasonAgainst(tx: Tx, work: Work): Promise<IgnoredReason | null> {
    const { mailbox, mail } = work;
    const sent = mail.messageId ? await emailStore.listByHeaderIds(tx.q, mailbox.id, [mail.messageId]) : [];
    const isOurs = sent.some((known) => known.mail_id === null);
    const reason = reasonToIgnore(mail, mailbox, isOurs);
    if (reason) return reason;
    if (await isBlocked(tx, work)) return 'blocked';
    return (await isFlood(tx, work)) ? 'flood' : null;
  }

  /** Whether its sender is blocked, for any mailbox; bounces have no sender. */
  async function isBlocked(tx: Tx, { mail, row }: Omit<Received, 'mailbox'>): Promise<boolean> {
    if (mail.kind === 'bounce' || !mail.sender.address) return false;
    const what = { mediaId: Media.email, body: mail.subject, key: `mail-${row.id}` };
    return conversations.blocking.refuse(tx, { email: mail.sender.address }, what);
  }

  /** Whether the sender exceeds the hourly limit. Replies to our mails do not count: they name an id that cannot be guessed. */
  async function isFlood(tx: Tx, { mailbox, mail, ...proof }: Omit<Work, 'row'>): Promise<boolean> {
    if (mail.kind === 'bounce') return false;
    const since = new Date(clock.now().getTime() - HOUR_MS);
    const whose = { mailboxId: mailbox.id, sender: mail.sender.address, ...proof };
    if ((await store.countMailsOfSender(tx.q, { ...whose, since })) < mailbox.loop_limit) return false;
    const answered = await emailStore.listByHeaderIds(tx.q, mailbox.id, mail.referenceIds);
    return !answered.some((email) => email.mail_id === null);
  }

  /** Whether it replies to an automatic mail of ours: automatic responses to automatic responses are not allowed (RFC 3834). */
  async function answersAutomatic(tx: Tx, mailboxId: number, { referenceIds }: ReadMail): Promise<boolean> {
    const answered = await emailStore.listByHeaderIds(tx.q, mailboxId, referenceIds);
    const ours = answered.find((email) => email.mail_id === null);
    const message = ours && (await tickets.timeline.findMessage(tx.q, ours.message_id, ours.created_at));
    return message?.mail?.is_auto === true;
  }

  /** Whether nobody waits for an answer to it: automatic mails start no waiting time, and bulk mails reopen no ticket. */
  async function isQuietOn(
    tx: Tx,
    mail: ReadMail,
    { place, isWanted }: { place: number | null; isWanted: boolean },
  ): Promise<boolean> {
    const isReply = mail.kind === 'reply';
    // An accepted mail that opens a new ticket is never quiet.
    if (place === null) return !isWanted && (isReply || isAutomaticNotice(mail));
    if (!isAutomaticNotice(mail)) return isReply || mail.kind === 'bounce';
    const ticket = await tickets.read(tx.q, place);
    return ticket !== undefined && tickets.sla.isQuiet(tx.q, ticket.id);
  }

  async function add(
    tx: Tx,
    { row, mailbox, mail, isUnproven: unproven, isProven }: Work,
    { place, maybe, isQuiet, answered }: MailTarget,
    keep: (message: Message) => Promise<void>,
  ): Promise<Message> {
    const isBounce = mail.kind === 'bounce';
    const name = senderNameOf(mail.sender);
    const suggested = maybe === null ? undefined : await tickets.read(tx.q, maybe);
    const about = isBounce || unproven ? place : null;
    const claimed_from = unproven ? claimedAuthorOf(mail) : undefined;
    const wroteTo = unproven && answered ? { wroteTo: answered.address } : {};
    const written = { ...mail, isUnproven: unproven, isProven, ...wroteTo };
    const sender = await senderFor(tx, mailbox, written, about);
    return conversations.receiveOnTicket(
      tx,
      sender,
      {
        body: mail.body,
        htmlText: mail.htmlText,
        clientKey: `mail-${row.id}-in`,
        files: { ids: mail.parts.map(({ id }) => id), uploader: { mailId: row.id } },
        mail: {
          ...messageMailOf(mail, row, mailbox),
          ...((await answersAutomatic(tx, mailbox.id, mail)) && { wants_no_auto: true as const }),
          ...(suggested && { may_belong_to: { ticket_id: suggested.id, number: suggested.number } }),
          ...(isQuiet && { is_auto: true }),
          ...(unproven && { is_unproven: true as const }),
          ...(claimed_from && { claimed_from }),
        },
        isQuiet,
        ...(answered && {
          addEarlierMessages: (on: ConversationThread) => proactive.addToTicket(tx, answered, on),
        }),
        keep,
        ...(isBounce && { author: { type: 'system' as const, id: null, name } }),
      },
      place,
    );
  }

  /** The sender, with the ticket's customer; for a new ticket the customer of the sender's address. */
  async function senderFor(
    tx: Tx,
    mailbox: MailboxRow,
    { sender, subject, body, isUnproven: unproven, isProven, wroteTo }: Written,
    ticketId: number | null,
  ): Promise<Sender> {
    const name = senderNameOf(sender);
    const about = ticketId === null ? undefined : await tickets.read(tx.q, ticketId);
    const find = wroteTo === undefined && (unproven || !sender.address) ? claimed : customerOf;
    const who = { name, address: wroteTo ?? sender.address, isProven };
    const customerId = about?.customer_id ?? (await find(tx, mailbox.id, who));
    const account = { id: mailbox.id, media_id: Media.email, department_id: mailbox.department_id };
    const firstLine = body.trim().split('\n')[0]?.slice(0, 100).trim() ?? '';
    return { account, address: sender.address, customerId, name, subject: subject || firstLine || name };
  }

  type MailAuthor = { name: string; address: string; isProven: boolean };

  async function customerOf(tx: Tx, _: number, who: MailAuthor): Promise<number> {
    const { default_language: language } = await settings.config();
    return (await customers.ofAddress(tx, { ...who, language })).id;
  }

  /** The customer for an unproven claim of that address: a separate one, the same each time. */
  async function claimed(tx: Tx, mailboxId: number, { name, address }: MailAuthor): Promise<number> {
    const whose = { mailboxId, sender: address, isUnproven: true };
    const last = address ? await emailStore.findLatestTicket(tx.q, whose) : undefined;
    const ticket = last === undefined ? undefined : await tickets.read(tx.q, last);
    if (ticket) return ticket.customer_id;
    const { default_language: language } = await settings.config();
    const isTypable = typedAddress.safeParse({ address }).success;
    return customers.introduce(tx, { name, language, ...(isTypable && { email: address }) });
  }

  async function remember(
    tx: Tx,
    { row, mailbox, mail, isUnproven: unproven, isProven }: Work,
    message: Message,
  ): Promise<void> {
    await emailStore.insertEmail(tx.q, {
      message_id: message.id,
      created_at: message.created_at,
      ticket_id: message.ticket_id,
      mailbox_id: mailbox.id,
      mail_id: row.id,
      header_id: mail.messageId,
      reference_ids: [...mail.referenceIds].reverse(),
      // A bounce is not a mail of a customer.
      sender: mail.kind === 'bounce' ? '' : mail.sender.address,
      reply_to: message.mail?.reply_to?.address ?? '',
      subject_key: plainSubject(mail.subject),
      html_file_id: mail.htmlFileId,
      html: null,
      inline_files: mail.inline,
      is_unproven: unproven,
      is_proven: isProven,
      answers_to: message.mail?.answers_elsewhere?.to.address ?? '',
    });
    if (mail.kind === 'bounce' || unproven) return;
    const people = [mail.sender, ...mail.to, ...mail.cc].map(({ address }) => address);
    const others = people.filter((address) => address !== mailbox.address);
    await emailStore.addMailParticipants(tx.q, message.ticket_id, others);
  }

  /** Locks the proactive mail, without a ticket, that this one answers. Bounces answer nothing. */
  async function lockAnswered(tx: Tx, { mailbox, mail }: Received): Promise<ProactiveRow | undefined> {
    if (mail.kind === 'bounce') return undefined;
    const id = await proactive.answeredBy(tx.q, mailbox.id, mail.referenceIds);
    return id === undefined ? undefined : proactive.lockUnanswered(tx, id);
  }

  /** The reason why a mail without a ticket opens none; null if it opens one. A bounce is noted on our mail. */
  async function reasonForNoTicket(
    tx: Tx,
    { mailbox, mail }: Received,
    answered: ProactiveRow | undefined,
  ): Promise<IgnoredReason | null> {
    if (mail.kind !== 'bounce') return mail.kind === 'reply' && answered ? 'no_ticket' : null;
    const ids = [...mail.returned, ...mail.referenceIds];
    // The returned mail is not ours: somebody else sends mails in our name.
    if ((await proactive.answeredBy(tx.q, mailbox.id, ids)) === undefined) return 'stray_bounce';
    const bounce = await bounces.read(tx, mailbox, mail);
    if (bounce?.isBelieved) await bounces.tell(tx, bounce);
    return 'no_ticket';
  }

  /** Adds the message to its ticket, or to a new one. */
  async function put(tx: Tx, work: Work, where: MailTarget): Promise<number> {
    const bounce = await bounces.read(tx, work.mailbox, work.mail);
    const told = { ...work, isUnproven: work.isUnproven || bounce?.isBelieved === false };
    await tickets.files.noteParts(tx.q, work.mail.parts);
    const message = await add(tx, told, where, (added) => remember(tx, told, added));
    if (bounce?.isBelieved) await bounces.tell(tx, bounce);
    return message.ticket_id;
  }

  return {
    senderFor,

    async putOnTicket(tx, received, isWanted = false) {
      const { row, mailbox, mail } = received;
      const proof = { isUnproven: isUnproven(mail, mailbox), isProven: isAddressProven(mail) };
      const refused = isWanted ? null : await reasonAgainst(tx, { row, mailbox, mail, ...proof });
      if (refused) return ignore(tx, mail, refused, mailbox.id);

      const asked = { ...mail, ...proof, isQuiet: mail.kind === 'reply' || mail.kind === 'bounce' };
      // Locked before the ticket is looked for: a simultaneous answer may be opening it.
      const answered = await lockAnswered(tx, received);
      const { place, maybe } = await findTicket(tx.q, { tickets, secrets }, mailbox.id, asked);
      const reason = place === null && !isWanted ? await reasonForNoTicket(tx, received, answered) : null;
      if (reason) return ignore(tx, mail, reason, mailbox.id);
      const isQuiet = await isQuietOn(tx, mail, { place, isWanted });
      const where = { place, maybe, isQuiet, answered };
      const ticket_id = await put(tx, { row, mailbox, mail, ...proof }, where);
      const { isUnproven: is_unproven, isProven: is_proven } = proof;
      return { state: 'done', reason: '', sender: mail.sender.address, is_unproven, is_proven, ticket_id };
    },
  };
}
