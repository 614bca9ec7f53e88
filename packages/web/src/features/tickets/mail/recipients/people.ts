import type { Customer, MailAddress, MessageMail } from '@trunkline/contract';

const SHORT = 3;

/** The name of a person, or the address without one. */
export const nameOf = ({ name, address }: MailAddress): string => name || address;

/** Returns the name of the first recipient: the customer's name in the workspace, otherwise the one in the e-mail. */
export function addresseeOf(
  [first]: readonly MailAddress[],
  { name, identities }: Pick<Customer, 'name' | 'identities'>,
): string {
  if (!first) return name;
  const isTheirs = identities.some(
    ({ kind, value }) => kind === 'email' && value.toLowerCase() === first.address.toLowerCase(),
  );
  return isTheirs ? name : nameOf(first);
}

/** Returns the author that an unproven e-mail claims, and the Reply-To address where it differs. */
export function claimedSenderOf({ from, claimed_from: claimed, reply_to: replyTo }: MessageMail): {
  address: string;
  answered: string | null;
} {
  const address = (claimed ?? from).address || from.name;
  const answered = (replyTo ?? from).address;
  return { address, answered: answered && answered !== address ? answered : null };
}

/** Returns the sender and the Reply-To address, unless the notice about an unproven sender shows them. */
export function senderAddressesToShow(mail: MessageMail): { from: string; to: string } | null {
  const { answers_elsewhere: elsewhere } = mail;
  if (!elsewhere || (mail.is_unproven && claimedSenderOf(mail).answered !== null)) return null;
  return { from: elsewhere.from.address, to: elsewhere.to.address };
}

/** Returns the recipients of this e-mail whose addresses have to be confirmed. */
export function recipientsToConfirm(
  { to, cc, bcc }: Pick<MessageMail, 'to' | 'cc' | 'bcc'>,
  addresses: readonly string[],
): string[] {
  const going = new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()));
  return addresses.filter((address) => going.has(address.toLowerCase()));
}

/** "Dewi Lestari <dewi@mail.example>". */
export const fullAddress = ({ name, address }: MailAddress): string =>
  name ? `${name} <${address}>` : address;

/** Returns the first recipients of an e-mail and the number of further ones. Bcc recipients are marked. */
export function shortRecipients(
  { to, cc, bcc, recipients }: MessageMail,
  secret: string,
): { names: string; more: number } {
  const hidden = bcc.map((one) => `${nameOf(one)} (${secret})`);
  const first = [...[...to, ...cc].map(nameOf), ...hidden].slice(0, SHORT);
  return { names: first.join(', '), more: Math.max(recipients - first.length, 0) };
}

/** Returns the number of recipients beyond those that are stored with the e-mail. */
export const unnamedRecipients = ({ to, cc, bcc, recipients }: MessageMail): number =>
  Math.max(recipients - to.length - cc.length - bcc.length, 0);

const MARKS = /^(?:(?:re|fwd?|aw|wg|bls|trs)\s*(?:\[\d+\])?\s*:\s*|\[#[\w-]+\]\s*)+/i;
const core = (subject: string): string =>
  subject
    .replace(/\s*\[#[\w-]+\]\s*/g, ' ')
    .trim()
    .replace(MARKS, '')
    .trim()
    .toLowerCase();

/** Whether an e-mail's subject differs from its ticket's; "Re:" and the ticket's number do not count. */
export const isOtherSubject = (subject: string, ofTicket: string): boolean =>
  core(subject) !== '' && core(subject) !== core(ofTicket);
