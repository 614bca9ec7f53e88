import type { MailAddress } from '@trunkline/contract';
import type { ParsedMail } from './parse.ts';

type MailAuthors = Pick<ParsedMail, 'from' | 'replyTo'> & Partial<Pick<ParsedMail, 'originalFrom'>>;

const NO_REPLY = /^(no-?reply|do-?not-?reply|donotreply|nobody|notifications?|mailer|bounces?)([+._-].*)?@/;
const NOBODY: MailAddress = { name: '', address: '' };

/**
 * The person who wrote a mail, from the agents' point of view. A web form writes in its own name, or in ours, with the customer
 * as Reply-To; our groups replace the author in From. `own`: the addresses of the mailbox and of its groups.
 */
export function senderOf(
  { from, replyTo, originalFrom = [] }: MailAuthors,
  own: readonly string[],
): MailAddress {
  const [writer = NOBODY] = from.filter(({ address }) => address !== '');
  // Only if From is our own address, since anybody can write such headers.
  const isOwn = own.includes(writer.address);
  const original = isOwn ? originalFrom : [];
  const [answered] = [...original, ...replyTo].filter(({ address }) => !own.includes(address));
  const isForm = isOwn || writer.address === '' || NO_REPLY.test(writer.address);
  return isForm && answered
    ? answered
    : writer.address || !from[0]
      ? writer
      : { ...NOBODY, name: from[0].name };
}

/** An address that no person reads. */
export const isNoReplyAddress = ({ address }: MailAddress): boolean =>
  NO_REPLY.test(address) || /^(mailer-daemon|postmaster)@/.test(address);

/** The Reply-To address, if it is not the sender's. */
export function replyAddress(
  { replyTo }: MailAuthors,
  sender: MailAddress,
  own: readonly string[],
): MailAddress | null {
  const [wanted] = replyTo.filter(({ address }) => !own.includes(address));
  return wanted && wanted.address !== sender.address ? wanted : null;
}

const LIKE_AN_ADDRESS = /[^\s@<>"]@[^\s@<>"]+\.[^\s@<>"]/;

/**
 * The name to show for a sender. Without a name, or with somebody else's address as a name, it is the part of their address
 * before the @, since lists show only the name.
 */
export function senderNameOf({ name, address }: MailAddress): string {
  const isOthers = LIKE_AN_ADDRESS.test(name) && name.trim().toLowerCase() !== address;
  return (isOthers ? '' : name) || address.split('@')[0]?.replaceAll('"', '') || '?';
}

/** Whether the sender's address or domain is blocked; a blocked domain includes its subdomains. */
export function isBlockedSender(address: string, blocked: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return blocked.some((entry) => {
    if (/^[^@]+@/.test(entry)) return entry === address;
    const name = entry.replace(/^(@|\*\.)/, '');
    return domain === name || domain.endsWith(`.${name}`);
  });
}
