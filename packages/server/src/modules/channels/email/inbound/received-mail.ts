import type { IgnoredReason, MailAddress, MessageMail } from '@trunkline/contract';
import { ownAddresses, type MailboxRow } from '../mailboxes/mailbox-store.ts';
import type { ReadMail } from './read-mail.ts';
import type { ReceivedMailRow } from './received-store.ts';
import { isBlockedSender, replyAddress } from '../parsing/sender.ts';
import type { MailOrigin } from '../parsing/words.ts';

/** What follows from a mail that was read. Pure. */

/** Why a mail is kept and put on no ticket; null for one that belongs on a ticket. */
export function reasonToIgnore(
  mail: ReadMail,
  mailbox: Pick<MailboxRow, 'address' | 'blocked_senders'>,
  isOurs: boolean,
): IgnoredReason | null {
  if (isOurs) return 'ours';
  if (mail.sender.address === mailbox.address) return 'own';
  if (mail.kind === 'bounce') return null;
  // Our own loop mark: somebody forwards our mails to us.
  if (mail.loops.some((mark) => mark.includes(mailbox.address))) return 'loop';
  return isBlockedSender(mail.sender.address, mailbox.blocked_senders) ? 'blocked' : null;
}

type Judge = Pick<MailboxRow, 'address' | 'group_addresses' | 'authserv_id'>;

const writerOf = ({ from }: Pick<ReadMail, 'from'>) => from.find(({ address }) => address !== '');

const isByGroup = ({ sender, originalFrom }: MailOrigin): boolean =>
  originalFrom.some(({ address }) => address === sender.address);

/**
 * Whether it is known not to come from whom the desk takes for its sender. A form on another site may pass every test, and
 * still name anybody as the one to answer.
 */
export function isUnproven(mail: MailOrigin, mailbox: Judge): boolean {
  if (mailbox.authserv_id === '') return false;
  if (mail.proof === 'unproven') return true;
  // Bounces are not replied to.
  if (mail.kind === 'bounce') return false;
  const writer = writerOf(mail)?.address ?? '';
  // The original sender named by our group address counts only where the mail was authenticated as ours.
  if (ownAddresses(mailbox).includes(writer)) return isByGroup(mail) && mail.proof !== 'proven';
  return domainOf(mail.sender.address) !== domainOf(writer);
}

/**
 * Whether the address of the one whom the desk takes for the sender is theirs: only what the company's mail server found
 * genuine, or what its own signature proves, and not what a visitor wrote into a form.
 */
export function isAddressProven(mail: MailOrigin): boolean {
  return writerOf(mail)?.address === mail.sender.address && mail.proof === 'proven';
}

/**
 * Whom it names to be answered in place of whom it is from, on nobody's word but its own. One of our own addresses or a group
 * of ours is believed, where the mail was authenticated as theirs.
 */
function answersElsewhere(
  mail: MailOrigin,
  mailbox: Judge,
): { from: MailAddress; to: MailAddress } | undefined {
  const own = ownAddresses(mailbox);
  const from = writerOf(mail);
  const to = replyAddress(mail, mail.sender, own) ?? mail.sender;
  if (!from || to.address === '' || to.address === from.address || mail.kind === 'bounce') return undefined;
  return own.includes(from.address) && mail.proof === 'proven' ? undefined : { from, to };
}

/** Whether the mail was generated automatically, and not by a form that passes on what a person typed. */
export const isNotice = (mail: Pick<MailOrigin, 'kind' | 'from' | 'sender'>): boolean =>
  mail.kind === 'notice' && (writerOf(mail)?.address ?? '') === mail.sender.address;

/** The author that an unproven mail claims, where replies would go to another address. */
export function claimedFrom(mail: MailOrigin): MailAddress | undefined {
  const writer = writerOf(mail);
  const isOther = writer !== undefined && writer.address !== mail.sender.address;
  return isOther && mail.proof === 'unproven' ? writer : undefined;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

export function mailOf(
  mail: ReadMail,
  row: Pick<ReceivedMailRow, 'is_partial'>,
  mailbox: Judge,
): MessageMail {
  const inline = Object.values(mail.inline);
  const elsewhere = answersElsewhere(mail, mailbox);
  return {
    subject: mail.subject,
    date: mail.date?.toISOString() ?? null,
    from: mail.sender,
    reply_to: replyAddress(mail, mail.sender, ownAddresses(mailbox)),
    to: mail.to,
    cc: mail.cc,
    bcc: [],
    recipients: mail.recipients,
    has_html: mail.htmlFileId !== null,
    has_remote_images: mail.hasRemoteImages,
    has_source: true,
    is_auto: mail.kind !== 'person',
    ...(mail.wantsNoAnswer && { wants_no_auto: true }),
    ...(elsewhere && { answers_elsewhere: elsewhere }),
    ...(mail.isEncrypted && { is_encrypted: true }),
    is_unreadable: false,
    is_partial: row.is_partial,
    inline_file_ids: [...new Set(inline)],
  };
}

/**
 * Whether a bounce comes from a mail system and not from somebody who got our mail and knows its Message-ID: proven, or sent
 * by nobody, which is what mail systems do. Without a `Return-Path` nobody can tell.
 */
export function isBelievable(mail: MailOrigin & Pick<ReadMail, 'returnPath'>, mailbox: Judge): boolean {
  if (isUnproven(mail, mailbox)) return false;
  const isGenuine = isAddressProven(mail);
  return isGenuine || /^(<\s*>)?$/.test(mail.returnPath ?? '?');
}

/** The entry on the time line for an unreadable mail. */
export function mailOfUnread(
  subject: string,
  { name, address }: MailAddress,
  to: MessageMail['to'],
): MessageMail {
  return {
    subject,
    date: null,
    from: { name, address },
    reply_to: null,
    to,
    cc: [],
    bcc: [],
    recipients: to.length,
    has_html: false,
    has_remote_images: false,
    has_source: true,
    is_auto: false,
    is_unreadable: true,
    is_partial: false,
    inline_file_ids: [],
  };
}
