import { LIMITS, typedAddress, type MailAddress, type MessageMail } from '@trunkline/contract';
import { AppError } from '#platform/errors';

type Typed = {
  to: readonly MailAddress[];
  cc?: readonly MailAddress[] | undefined;
  bcc?: readonly MailAddress[] | undefined;
};
type Inbound = Pick<MessageMail, 'from' | 'reply_to' | 'to' | 'cc'>;
type People = { to: MailAddress[]; others: MailAddress[] };

/**
 * The recipients of a reply to a mail: its Reply-To, else its sender, else the customer. `others`, for replying to all: its other
 * recipients, and the customer if somebody else wrote. Each once, and none of our own addresses, since a mail to ourselves would
 * come back as a new one. Pure.
 */
export function recipientsOf(
  mail: Inbound | null | undefined,
  customer: MailAddress,
  own: readonly string[],
): People {
  const take = isForeignTo(own);
  const first = [mail?.reply_to, mail?.from, customer].find((one) => one && take(one));
  const isTheirs = !mail || keyOf(mail.from) === keyOf(customer);
  const others = [...(isTheirs ? [] : [customer]), ...(mail?.to ?? []), ...(mail?.cc ?? [])];
  return { to: first ? [asTyped(first)] : [], others: typedOnes(others.filter(take)) };
}

/** The recipients of a follow-up to our own unanswered mail: the same ones. Pure. */
export function followUpRecipients(
  ours: Pick<MessageMail, 'to' | 'cc'>,
  customer: MailAddress,
  own: readonly string[],
): People {
  const take = isForeignTo(own);
  return { to: typedOnes(ours.to.filter(take)), others: typedOnes([...ours.cc, customer].filter(take)) };
}

export type RecipientsWithConfirmed = Typed & { confirmed?: readonly string[] | undefined };

/** The unconfirmed addresses among the recipients that need confirmation. */
export function unconfirmedAddresses(
  { to, cc = [], bcc = [], confirmed = [] }: RecipientsWithConfirmed,
  asked: readonly string[],
): string[] {
  const known = new Set(confirmed.map((address) => address.toLowerCase()));
  const going = new Set([...to, ...cc, ...bcc].map(keyOf));
  return asked.filter((address) => going.has(address) && !known.has(address));
}

/** Refuses a mail with too many recipients, and one to our own mailboxes, since it would come back as a new mail. */
export function demandSendable({ to, cc = [], bcc = [] }: Typed, own: readonly string[]): void {
  const people = [...to, ...cc, ...bcc];
  if (people.length > LIMITS.mailRecipientsTogether) throw new AppError('too_many_recipients');
  const ours = new Set(own.map((address) => address.toLowerCase()));
  const mine = people.find((one) => ours.has(keyOf(one)));
  if (mine) throw new AppError('own_mailbox', { address: mine.address });
}

/** A filter that accepts each address once, except our own and unreachable ones. */
function isForeignTo(own: readonly string[]): (one: MailAddress) => boolean {
  const taken = new Set(own.map((address) => address.toLowerCase()));
  return (one) => {
    const key = keyOf(one);
    if (taken.has(key) || !typedAddress.safeParse({ name: '', address: one.address }).success) return false;
    taken.add(key);
    return true;
  };
}

const keyOf = ({ address }: MailAddress): string => address.toLowerCase();

const typedOnes = (people: readonly MailAddress[]): MailAddress[] =>
  people.slice(0, LIMITS.mailRecipients).map(asTyped);

/** A recipient as the API accepts it: names in received mails can be of any length. */
const asTyped = ({ name, address }: MailAddress): MailAddress => ({
  name: name.trim().slice(0, LIMITS.name),
  address,
});
