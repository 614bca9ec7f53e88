import { randomBytes } from 'node:crypto';
import type { MailAddress } from '@trunkline/contract';
import { plainTextToHtml, plainText } from '../parsing/plain-text.ts';

/** The part of an earlier mail that is quoted below a reply. */
export type QuotedMail = { from: MailAddress; at: string; text: string };

const QUOTE_MAX = 20_000;
const REFERENCES_MAX = 20;

/** The body as it is sent: the agent's text, the signature, and the quoted mail. Pure. */
export function writeEmailBody({
  text,
  html,
  signature,
  quoted,
  forwarded = null,
}: {
  text: string;
  html: string | null;
  signature: string;
  quoted: QuotedMail | null;
  /** The forwarded mail. */
  forwarded?: { text: string; html: string } | null;
}): { text: string; html: string } {
  const head = quoted && headOf(quoted);
  const body = quoted?.text.slice(0, QUOTE_MAX) ?? '';
  const signed = signature && plainText(signature);
  return {
    text: [
      text,
      ...(signed ? [`-- \n${signed}`] : []),
      ...(head
        ? [
            `${head}\n${body
              .split('\n')
              .map((line) => `> ${line}`)
              .join('\n')}`,
          ]
        : []),
      ...(forwarded ? [forwarded.text] : []),
    ].join('\n\n'),
    html: [
      html ?? plainTextToHtml(text),
      ...(signature ? [`<div>-- <br>${signature}</div>`] : []),
      ...(head
        ? [`<div>${plainTextToHtml(head)}<blockquote type="cite">${plainTextToHtml(body)}</blockquote></div>`]
        : []),
      ...(forwarded ? [forwarded.html] : []),
    ].join('\n'),
  };
}

/** The line above a quote, the same in every language. */
const headOf = ({ from: { name, address }, at }: QuotedMail): string =>
  `${name ? `${name} ` : ''}<${address}>, ${at.slice(0, 16).replace('T', ' ')} UTC:`;

/** An id that cannot be guessed: whoever knows it received our mail. */
export const newMessageId = (address: string): string =>
  `${randomBytes(18).toString('base64url')}@${address.slice(address.lastIndexOf('@') + 1)}`;

/** The references of a reply: those of the mail that it answers, and that mail itself. */
export function referencesTo(
  email: { header_id: string; reference_ids: readonly string[] } | undefined,
): string[] {
  if (!email) return [];
  const ids = [...email.reference_ids, email.header_id].filter(Boolean);
  // The first reference is kept, since some programs identify the thread by it alone.
  return ids.length <= REFERENCES_MAX ? ids : [...ids.slice(0, 1), ...ids.slice(1 - REFERENCES_MAX)];
}
