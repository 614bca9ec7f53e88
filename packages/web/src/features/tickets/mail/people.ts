import type { MailAddress, MessageMail } from '@trunkline/contract';

const SHORT = 3;

/** A name, or the address of who has none. */
export const nameOf = ({ name, address }: MailAddress): string => name || address;

/** "Dewi Lestari <dewi@mail.example>". */
export const fullAddress = ({ name, address }: MailAddress): string =>
  name ? `${name} <${address}>` : address;

/** The first few whom a mail went to, and how many more there are. */
export function shortRecipients({ to, cc, bcc, recipients }: MessageMail): { names: string; more: number } {
  const first = [...to, ...cc, ...bcc].slice(0, SHORT);
  return { names: first.map(nameOf).join(', '), more: Math.max(recipients - first.length, 0) };
}

/** How many it went to beyond those that are kept with it. */
export const unnamedRecipients = ({ to, cc, bcc, recipients }: MessageMail): number =>
  Math.max(recipients - to.length - cc.length - bcc.length, 0);

const MARKS = /^(?:(?:re|fwd?|aw|wg|bls|trs)\s*(?:\[\d+\])?\s*:\s*|\[#\w+\]\s*)+/i;
const core = (subject: string): string =>
  subject
    .replace(/\s*\[#[\w-]+\]\s*/g, ' ')
    .trim()
    .replace(MARKS, '')
    .trim()
    .toLowerCase();

/** Whether a mail is about something else than its ticket: "Re:" and the ticket's number do not count. */
export const isOtherSubject = (subject: string, ofTicket: string): boolean =>
  core(subject) !== '' && core(subject) !== core(ofTicket);
