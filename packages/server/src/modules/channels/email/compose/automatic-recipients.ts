import type { MailAddress, MessageMail } from '@trunkline/contract';
import type { Query } from '#platform/db';
import type { ReceivedMail } from './answered-mail.ts';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import { findArrivalTime } from '../inbound/received-store.ts';
import { isNoReplyAddress } from '../parsing/sender.ts';

/**
 * The recipient of an automatic mail: the sender of the mail that it answers, and never a different Reply-To address. Nobody if
 * the sender is known to be forged, if a machine wrote the mail, or if the mailbox's mail server authenticates senders and did
 * not authenticate this one. Without such a server the mail must name our address, because otherwise it is a mailing. Pure.
 */
function recipientsFor(
  answered: ReceivedMail | undefined,
  { address: own, authserv_id: authservId }: Pick<MailboxRow, 'address' | 'authserv_id'>,
): MailAddress[] {
  const mail = answered?.message.mail;
  if (!answered || !mail || isForPeople(mail)) return [];
  const { from } = mail;
  // A Reply-To address may belong to somebody who never wrote.
  if (mail.answers_elsewhere?.to.address === from.address) return [];
  const { is_unproven: isUnproven, is_proven: isProven } = answered.email;
  // Where the mail server authenticates senders, only authenticated ones: From can be forged.
  const isMeant = authservId === '' ? !isUnproven && names(mail, own) : isProven;
  return isMeant && from.address !== '' && !isNoReplyAddress(from) ? [from] : [];
}

/** The mail was sent automatically, or asks for no automatic response. */
const isForPeople = ({ is_auto: isAuto, wants_no_auto: wantsNone }: MessageMail): boolean =>
  isAuto || wantsNone === true;

const names = ({ to, cc }: Pick<MessageMail, 'to' | 'cc'>, own: string): boolean =>
  [...to, ...cc].some(({ address }) => address.toLowerCase() === own);

const FRESH_MS = 24 * 3_600_000;

/** Old mails, such as those of a mailbox that was just added, get no automatic reply. */
async function isStale(q: Query, answered: ReceivedMail | undefined): Promise<boolean> {
  if (!answered || answered.email.mail_id === null) return false;
  const arrivedAt = await findArrivalTime(q, answered.email.mail_id);
  return (
    arrivedAt !== undefined && Date.parse(answered.message.created_at) - Date.parse(arrivedAt) > FRESH_MS
  );
}

/** The recipient of an automatic reply to that mail; null where there should be none. */
export const automaticRecipients = async (
  q: Query,
  answered: ReceivedMail | undefined,
  mailbox: Pick<MailboxRow, 'address' | 'authserv_id'>,
): Promise<MailAddress[]> => ((await isStale(q, answered)) ? [] : recipientsFor(answered, mailbox));
