import type { IgnoredReason, MailAddress, MessageMail } from '@trunkline/contract';
import { ownAddresses, type MailboxRow } from '../mailboxes/mailbox-store.ts';
import type { ReadMail } from './read-mail.ts';
import type { ReceivedMailRow } from './received-store.ts';
import { isBlockedSender, replyAddress } from '../parsing/sender.ts';
import type { MailOrigin } from '../parsing/mail-content.ts';

/** What to do with a parsed mail. Pure. */

/** Why a mail is rejected; null if it belongs on a ticket. */
export function reasonToIgnore(
  mail: ReadMail,
  mailbox: Pick<MailboxRow, 'address' | 'blocked_senders'>,
  isOurs: boolean,
): IgnoredReason | null {
  if (isOurs) return 'ours';
  if (mail.sender.address === mailbox.address) return 'own';
  if (mail.kind === 'bounce') return null;
  // Our own loop mark: somebody forwards our mails back to us.
  if (mail.loops.some((mark) => mark.includes(mailbox.address))) return 'loop';
  return isBlockedSender(mail.sender.address, mailbox.blocked_senders) ? 'blocked' : null;
}

type MailboxIdentity = Pick<MailboxRow, 'address' | 'group_addresses' | 'authserv_id'>;

const writerOf = ({ from }: Pick<ReadMail, 'from'>) => from.find(({ address }) => address !== '');

const isByGroup = ({ sender, originalFrom }: MailOrigin): boolean =>
  originalFrom.some(({ address }) => address === sender.address);

/**
 * Whether the sender is not authenticated. A form on another site may pass every check and still name any address as Reply-To.
 */
export function isUnproven(mail: MailOrigin, mailbox: MailboxIdentity): boolean {
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
 * Whether the sender is proven to own the address: authenticated by the company's mail server or by the domain's own signature,
 * and not typed into a form by a visitor.
 */
export function isAddressProven(mail: MailOrigin): boolean {
  return writerOf(mail)?.address === mail.sender.address && mail.proof === 'proven';
}

/**
 * The Reply-To address that the mail names instead of its sender, without any proof. Our own addresses and groups may name one,
 * if the mail is authenticated as theirs.
 */
function answersElsewhere(
  mail: MailOrigin,
  mailbox: MailboxIdentity,
): { from: MailAddress; to: MailAddress } | undefined {
  const own = ownAddresses(mailbox);
  const from = writerOf(mail);
  const to = replyAddress(mail, mail.sender, own) ?? mail.sender;
  if (!from || to.address === '' || to.address === from.address || mail.kind === 'bounce') return undefined;
  return own.includes(from.address) && mail.proof === 'proven' ? undefined : { from, to };
}

/** Whether the mail was generated automatically, and not by a form that passes on what a person typed. */
export const isAutomaticNotice = (mail: Pick<MailOrigin, 'kind' | 'from' | 'sender'>): boolean =>
  mail.kind === 'notice' && (writerOf(mail)?.address ?? '') === mail.sender.address;

/** The author that an unproven mail claims, where replies would go to another address. */
export function claimedAuthorOf(mail: MailOrigin): MailAddress | undefined {
  const writer = writerOf(mail);
  const isOther = writer !== undefined && writer.address !== mail.sender.address;
  return isOther && mail.proof === 'unproven' ? writer : undefined;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

export function messageMailOf(
  mail: ReadMail,
  row: Pick<ReceivedMailRow, 'is_partial'>,
  mailbox: MailboxIdentity,
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
 * Whether a bounce comes from a mail system, and not from somebody who got our mail and knows its Message-ID: its sender is
 * proven, or its `Return-Path` is empty as mail systems set it. Without a `Return-Path` it is not believed.
 */
export function isCredibleBounce(
  mail: MailOrigin & Pick<ReadMail, 'returnPath'>,
  mailbox: MailboxIdentity,
): boolean {
  if (isUnproven(mail, mailbox)) return false;
  const isGenuine = isAddressProven(mail);
  return isGenuine || /^(<\s*>)?$/.test(mail.returnPath ?? '?');
}

/** The entry on the time line for an unreadable mail. */
export function messageMailOfUnreadable(
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
