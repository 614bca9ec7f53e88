import type { MailAddress } from '@trunkline/contract';
import type { ParsedMail } from './parse.ts';

type Who = Pick<ParsedMail, 'from' | 'replyTo'> & Partial<Pick<ParsedMail, 'originalFrom'>>;

const NO_REPLY = /^(no-?reply|do-?not-?reply|donotreply|nobody|notifications?|mailer|bounces?)([+._-].*)?@/;
const NOBODY: MailAddress = { name: '', address: '' };

/**
 * Who a mail is from, as far as the desk is concerned. A form on a web site writes in its own name, or in ours, and
 * names the customer as whom to answer; a group of ours puts itself in the place of whoever wrote to it. `own`: the mailbox's
 * addresses and those of such groups.
 */
export function senderOf({ from, replyTo, originalFrom = [] }: Who, own: readonly string[]): MailAddress {
  const [writer = NOBODY] = from.filter(({ address }) => address !== '');
  // Only where we stand as the writer ourselves: anybody can write such headers.
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

/** An address that nobody reads. */
export const isMachine = ({ address }: MailAddress): boolean =>
  NO_REPLY.test(address) || /^(mailer-daemon|postmaster)@/.test(address);

/** Where answers go, when that is not the sender. */
export function replyAddress(
  { replyTo }: Who,
  sender: MailAddress,
  own: readonly string[],
): MailAddress | null {
  const [wanted] = replyTo.filter(({ address }) => !own.includes(address));
  return wanted && wanted.address !== sender.address ? wanted : null;
}

const LIKE_AN_ADDRESS = /[^\s@<>"]@[^\s@<>"]+\.[^\s@<>"]/;

/**
 * What a person is called who gives no name, or somebody else's address for one: what stands before the @ of theirs. Lists show the
 * name alone.
 */
export function nameOf({ name, address }: MailAddress): string {
  const isOthers = LIKE_AN_ADDRESS.test(name) && name.trim().toLowerCase() !== address;
  return (isOthers ? '' : name) || address.split('@')[0]?.replaceAll('"', '') || '?';
}

/** Is this sender among the blocked addresses and domains? A domain counts with everything below it. */
export function isBlockedSender(address: string, blocked: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return blocked.some((entry) => {
    if (/^[^@]+@/.test(entry)) return entry === address;
    const name = entry.replace(/^(@|\*\.)/, '');
    return domain === name || domain.endsWith(`.${name}`);
  });
}
