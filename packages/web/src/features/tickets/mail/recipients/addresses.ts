import { LIMITS, typedAddress, type MailAddress } from '@trunkline/contract';
import type { MailRecipients } from '#features/tickets/outbox/outbox.ts';

/** Matches pieces between separators of pasted addresses; separators within quotation marks or angle brackets do not count. */
const PIECE = /(?:"[^"]*"|<[^>]*>|[^,;\n\r\t])+/g;
const NAMED = /^(.*?)<([^<>]*)>$/s;

/** Parses typed or pasted recipients: "Dewi <dewi@mail.example>; budi@mail.example". */
export function readAddresses(text: string): MailAddress[] {
  return (text.match(PIECE) ?? [])
    .map((piece) => readOne(piece.trim()))
    .filter(({ address }) => address !== '');
}

/** Returns which limit of recipients is exceeded, of one field or in total; null where none is. */
export function tooMany({
  to,
  cc,
  bcc,
}: MailRecipients): { max: number; now: number; isOne: boolean } | null {
  const longest = Math.max(to.length, cc.length, bcc.length);
  const together = to.length + cc.length + bcc.length;
  if (longest > LIMITS.mailRecipients) return { max: LIMITS.mailRecipients, now: longest, isOne: true };
  const max = LIMITS.mailRecipientsTogether;
  return together > max ? { max, now: together, isOne: false } : null;
}

export const isTooMany = (recipients: MailRecipients): boolean => tooMany(recipients) !== null;

export const isAddress = (one: MailAddress): boolean => typedAddress.safeParse(one).success;

/** Appends recipients without duplicates. */
export function appendRecipients(
  before: readonly MailAddress[],
  more: readonly MailAddress[],
): MailAddress[] {
  const all = new Map(before.map((one) => [keyOf(one), one]));
  for (const one of more) if (!all.has(keyOf(one))) all.set(keyOf(one), one);
  return [...all.values()];
}

const keyOf = ({ address }: MailAddress): string => address.toLowerCase();

function readOne(piece: string): MailAddress {
  const [, name, address] = NAMED.exec(piece) ?? [];
  if (name === undefined || address === undefined)
    return { name: '', address: piece.replace(/^mailto:/i, '') };
  return {
    name: name
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .trim(),
    address: address.trim(),
  };
}
