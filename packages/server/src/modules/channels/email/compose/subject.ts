import { LIMITS, TICKET_NUMBER_PATTERN } from '@trunkline/contract';
import type { Secrets } from '#platform/secrets';

/** Subjects of mails: comparing them, and the ticket number with its signed mark in ours. Pure. */

const PREFIX =
  /^\s*(?:(?:re|aw|sv|vs|fw|fwd|wg|tr|rv|enc|bls|balas|antw|odp|res|ynt|ref|回复|答复|转发)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]|\[(?:ext|external|extern)\])\s*/i;
const TOKEN = new RegExp(`\\[#(${TICKET_NUMBER_PATTERN})(?:-([0-9a-f]{10}))?\\]`, 'i');
/**
 * Only our own token is removed: a ticket number that contains letters may be of another system, and is ours only with the mark.
 */
const OUR_TOKEN = new RegExp(`\\[#(?:\\d{1,15}|${TICKET_NUMBER_PATTERN}-[0-9a-f]{10})\\]`, 'i');
const MARK_LENGTH = 10;
const PREFIXES_MAX = 20;

/** The subject without prefixes such as “Re:” and without our token, for comparing. */
export function plainSubject(subject: string): string {
  let rest = subject.replace(OUR_TOKEN, ' ');
  for (let round = 0; round < PREFIXES_MAX && PREFIX.test(rest); round += 1) rest = rest.replace(PREFIX, '');
  return rest.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The ticket number in a subject, which anybody can write, and our mark beside it, which cannot be guessed. */
export function ticketTokenIn(subject: string): { number: string; mark: string } | null {
  const [, number, mark = ''] = TOKEN.exec(subject) ?? [];
  return number === undefined ? null : { number: number.toUpperCase(), mark: mark.toLowerCase() };
}

/** The mark of a ticket number: it proves that the sender received a mail of ours on that ticket. */
export const ticketMarkOf = (secrets: Pick<Secrets, 'sign'>, number: string): string =>
  Buffer.from(secrets.sign('mail-ticket', number), 'base64url').toString('hex').slice(0, MARK_LENGTH);

/** A ticket's number and mark, as they stand in our subjects. */
export const ticketToken = (secrets: Pick<Secrets, 'sign'>, number: string): string =>
  `${number}-${ticketMarkOf(secrets, number)}`;

/** The subject of our first mail on a ticket: replies without our Message-IDs are assigned by the token in it. */
const firstSubject = (subject: string, token: string): string =>
  `${subject.replace(OUR_TOKEN, ' ').replace(/\s+/g, ' ').trim()} [#${token}]`;

/** The length of the token at the end of a subject. */
const SUFFIX_MAX = 31;

/** The same, cut to the maximum length. */
export const newSubject = (subject: string, token: string): string =>
  firstSubject(subject, token).slice(0, LIMITS.subject + SUFFIX_MAX);

/** The subject of a mail that forwards one of the ticket: replies to it are assigned by the token. */
export const forwardSubject = (subject: string, token: string): string =>
  firstSubject(`Fwd: ${subject.replace(/^(?:\s*(?:fw|fwd)\s*:)+/i, '').trim()}`, token);

/** The subject of a reply on that ticket. */
export function answerSubject(subject: string, token: string): string {
  const plain = subject.replace(OUR_TOKEN, ' ').replace(/\s+/g, ' ').trim();
  const prefixed = PREFIX.test(plain) ? plain : `Re: ${plain}`;
  return `${prefixed} [#${token}]`;
}
