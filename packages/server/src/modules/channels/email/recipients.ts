import { LIMITS, typedAddress, type MailAddress, type MessageMail } from '@trunkline/contract';

type Mail = Pick<MessageMail, 'from' | 'reply_to' | 'to' | 'cc'>;

/**
 * Whom an answer goes to: where the last mail wants its answers, else its sender, else the customer; and who else got that
 * mail. Nobody twice, and none of ours: a mail to ourselves would come back as a new one. Pure.
 */
export function recipientsOf(
  mail: Mail | null | undefined,
  customer: MailAddress,
  own: readonly string[],
): { to: MailAddress[]; others: MailAddress[] } {
  const taken = new Set(own.map((address) => address.toLowerCase()));
  const take = (one: MailAddress): boolean => {
    const key = one.address.toLowerCase();
    if (taken.has(key) || !typedAddress.safeParse({ name: '', address: one.address }).success) return false;
    taken.add(key);
    return true;
  };
  const first = [mail?.reply_to, mail?.from, customer].find((one) => one && take(one));
  const others = [...(mail?.to ?? []), ...(mail?.cc ?? [])].filter(take).slice(0, LIMITS.mailRecipients);
  return { to: first ? [asTyped(first)] : [], others: others.map(asTyped) };
}

/** As it may be sent back to us: a sender chooses names as long as they like. */
const asTyped = ({ name, address }: MailAddress): MailAddress => ({
  name: name.trim().slice(0, LIMITS.name),
  address,
});
