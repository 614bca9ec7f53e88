import { LIMITS, TICKET_NUMBER } from '@trunkline/contract';
import type { Secrets } from '#platform/secrets';

/** Subjects of mails: comparing them, and the ticket number and mark in those of our replies. Pure. */

const PREFIX =
  /^\s*(?:(?:re|aw|sv|vs|fw|fwd|wg|tr|rv|enc|bls|balas|antw|odp|res|ynt|ref|回复|答复|转发)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]|\[(?:ext|external|extern)\])\s*/i;
const TOKEN = new RegExp(`\\[#(${TICKET_NUMBER})(?:-([0-9a-f]{10}))?\\]`, 'i');
/** What others write in brackets, such as the number of their own case, stays: with letters it is ours by its mark only. */
const OUR_TOKEN = new RegExp(`\\[#(?:\\d{1,15}|${TICKET_NUMBER}-[0-9a-f]{10})\\]`, 'i');
const MARK_LENGTH = 10;
const PREFIXES_MAX = 20;

/** Without what clients put before it and without our token, for comparing. */
export function plainSubject(subject: string): string {
  let rest = subject.replace(OUR_TOKEN, ' ');
  for (let round = 0; round < PREFIXES_MAX && PREFIX.test(rest); round += 1) rest = rest.replace(PREFIX, '');
  return rest.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The ticket number in a subject, which anybody can write, and our mark beside it, which cannot be guessed. */
export function tokenIn(subject: string): { number: string; mark: string } | null {
  const [, number, mark = ''] = TOKEN.exec(subject) ?? [];
  return number === undefined ? null : { number: number.toUpperCase(), mark: mark.toLowerCase() };
}

/** The mark of a ticket number: it proves that the sender received a mail of ours on that ticket. */
export const markOf = (secrets: Pick<Secrets, 'sign'>, number: string): string =>
  Buffer.from(secrets.sign('mail-ticket', number), 'base64url').toString('hex').slice(0, MARK_LENGTH);

/** As our subjects name a ticket. */
export const ticketToken = (secrets: Pick<Secrets, 'sign'>, number: string): string =>
  `${number}-${markOf(secrets, number)}`;

/** The subject of a mail of ours that begins a ticket: an answer without its Message-IDs finds back by the token. */
const firstSubject = (subject: string, token: string): string =>
  `${subject.replace(OUR_TOKEN, ' ').replace(/\s+/g, ' ').trim()} [#${token}]`;

/** What the ticket's token takes at the end of a subject. */
const SUFFIX_MAX = 31;

/** The same, no longer than a subject may be with its token. */
export const newSubject = (subject: string, token: string): string =>
  firstSubject(subject, token).slice(0, LIMITS.subject + SUFFIX_MAX);

/** The subject of a mail that passes on one of that ticket: whoever answers it finds back by the token. */
export const forwardSubject = (subject: string, token: string): string =>
  firstSubject(`Fwd: ${subject.replace(/^(?:\s*(?:fw|fwd)\s*:)+/i, '').trim()}`, token);

/** The subject of an answer on that ticket. */
export function answerSubject(subject: string, token: string): string {
  const plain = subject.replace(OUR_TOKEN, ' ').replace(/\s+/g, ' ').trim();
  const prefixed = PREFIX.test(plain) ? plain : `Re: ${plain}`;
  return `${prefixed} [#${token}]`;
}
