import type { MailAddress, MessageMail } from '@trunkline/contract';
import type { Query } from '#platform/db';
import type { Received } from './answered.ts';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import { findArrival } from '../inbound/received-store.ts';
import { isMachine } from '../parsing/sender.ts';

/**
 * Whom something is told that nobody wrote: whoever wrote the mail that it answers, and never whom that names instead. Nobody
 * where it is known that others may have written it, where a machine did, or where it is not proven to be theirs by a mail
 * server that judges; where none judges, where it does not name us: then it is a mailing. Pure.
 */
function whomToTell(
  answered: Received | undefined,
  { address: own, authserv_id: authservId }: Pick<MailboxRow, 'address' | 'authserv_id'>,
): MailAddress[] {
  const mail = answered?.message.mail;
  if (!answered || !mail || isForPeople(mail)) return [];
  const { from } = mail;
  // Whom a mail names in its writer's place may never have written.
  if (mail.answers_elsewhere?.to.address === from.address) return [];
  const { is_unproven: isUnproven, is_proven: isProven } = answered.email;
  // Where the mail server judges, only whom it has found genuine: in others' names anybody can write to us.
  const isMeant = authservId === '' ? !isUnproven && names(mail, own) : isProven;
  return isMeant && from.address !== '' && !isMachine(from) ? [from] : [];
}

/** A machine wrote it, or whoever did wants no machine's answer. */
const isForPeople = ({ is_auto: isAuto, wants_no_auto: wantsNone }: MessageMail): boolean =>
  isAuto || wantsNone === true;

const names = ({ to, cc }: Pick<MessageMail, 'to' | 'cc'>, own: string): boolean =>
  [...to, ...cc].some(({ address }) => address.toLowerCase() === own);

const FRESH_MS = 24 * 3_600_000;

/** What lay in a mailbox for long before it was taken in, as when one is added, is answered by nobody but people. */
async function isStale(q: Query, answered: Received | undefined): Promise<boolean> {
  if (!answered || answered.email.mail_id === null) return false;
  const arrivedAt = await findArrival(q, answered.email.mail_id);
  return (
    arrivedAt !== undefined && Date.parse(answered.message.created_at) - Date.parse(arrivedAt) > FRESH_MS
  );
}

/** Whom what nobody wrote goes to, in answer to that mail; nobody where there is a reason against it. */
export const automaticRecipients = async (
  q: Query,
  answered: Received | undefined,
  mailbox: Pick<MailboxRow, 'address' | 'authserv_id'>,
): Promise<MailAddress[]> => ((await isStale(q, answered)) ? [] : whomToTell(answered, mailbox));
