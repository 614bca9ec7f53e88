import type { IgnoredReason, MailAddress, MessageMail } from '@trunkline/contract';
import { proofOf } from './authentication.ts';
import { hasRemoteImages } from './clean-html.ts';
import { readPlainReport } from './delivery-report.ts';
import type { MailboxRow } from './mailbox-store.ts';
import type { ReadMail } from './read-mail.ts';
import type { MailRow } from './received-store.ts';
import { isBlocked, replyAddress } from './sender.ts';

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
  // Our own mark came back: somebody passes on to us what we send.
  if (mail.headers('x-loop').some((value) => value.toLowerCase().includes(mailbox.address))) return 'loop';
  return isBlocked(mail.sender.address, mailbox.blocked_senders) ? 'blocked' : null;
}

/**
 * Whether it is known not to come from whom the desk takes for its sender. A form on another site may pass every test, and
 * still name anybody as the one to answer.
 */
export function isUnproven(
  { kind, from, sender, trail }: Pick<ReadMail, 'kind' | 'from' | 'sender' | 'trail'>,
  { address: ownAddress, authserv_id: authservId }: Pick<MailboxRow, 'address' | 'authserv_id'>,
): boolean {
  if (authservId === '' || kind === 'bounce') return false;
  const writer = from.find(({ address }) => address !== '')?.address ?? '';
  const fromDomain = domainOf(writer);
  if (proofOf(trail, { authservId, fromDomain }) === 'unproven') return true;
  return writer !== ownAddress && domainOf(sender.address) !== fromDomain;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

export function mailOf(mail: ReadMail, row: Pick<MailRow, 'is_partial'>, ownAddress: string): MessageMail {
  const inline = Object.values(mail.inline);
  return {
    subject: mail.subject,
    date: mail.date?.toISOString() ?? null,
    from: mail.sender,
    reply_to: replyAddress(mail, mail.sender, ownAddress),
    to: mail.to,
    cc: mail.cc,
    bcc: [],
    recipients: mail.recipients,
    has_html: mail.htmlFileId !== null,
    has_remote_images: hasRemoteImages(mail.html),
    has_source: true,
    is_auto: mail.kind !== 'person',
    is_unreadable: false,
    is_partial: row.is_partial,
    inline_file_ids: [...new Set(inline)],
  };
}

/** What a bounce says of the mail that came back; null where it is no failure for good. */
export function failureIn({
  kind,
  reports,
  body,
}: Pick<ReadMail, 'kind' | 'reports' | 'body'>): string | null {
  if (kind !== 'bounce') return null;
  const failed = reports.filter(({ action }) => action === 'failed');
  if (reports.length > 0 && failed.length === 0) return null;
  if (failed.length === 0) {
    const { said } = readPlainReport(body);
    return said || null;
  }
  return failed
    .slice(0, 5)
    .map(({ recipient, status, said }) => `${recipient} ${said || status}`.trim())
    .join('; ');
}

/** What the time line shows of a mail that nobody can read. */
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
