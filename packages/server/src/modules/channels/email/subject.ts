/** Subjects of mails: what is the same case, and the number that our own answers carry. Pure. */

const PREFIX =
  /^\s*(?:(?:re|aw|sv|vs|fw|fwd|wg|tr|rv|enc|bls|balas|antw|odp|res|ynt|ref|回复|答复|转发)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]|\[(?:ext|external|extern)\])\s*/i;
const TOKEN = /\[#(\d{1,15})\]/;
const PREFIXES_MAX = 20;

/** Without what clients put before it and without our token, for comparing. */
export function plainSubject(subject: string): string {
  let rest = subject.replace(TOKEN, ' ');
  for (let round = 0; round < PREFIXES_MAX && PREFIX.test(rest); round += 1) rest = rest.replace(PREFIX, '');
  return rest.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The number of the ticket that a subject names, as our answers name it. Proves nothing: anybody can write it. */
export const ticketNumberIn = (subject: string): string | null => TOKEN.exec(subject)?.[1] ?? null;

/** The subject of a mail of ours that begins a ticket: an answer without its Message-IDs finds back by the number. */
export const firstSubject = (subject: string, number: string): string =>
  `${subject.replace(TOKEN, ' ').replace(/\s+/g, ' ').trim()} [#${number}]`;

/** The subject of an answer on that ticket. */
export function answerSubject(subject: string, number: string): string {
  const plain = subject.replace(TOKEN, ' ').replace(/\s+/g, ' ').trim();
  const prefixed = PREFIX.test(plain) ? plain : `Re: ${plain}`;
  return `${prefixed} [#${number}]`;
}
