import type { ReadMail } from './read-mail.ts';
import { ticketTokenIn } from '../compose/subject.ts';

type OrderedMail = Pick<
  ReadMail,
  'sender' | 'to' | 'cc' | 'messageId' | 'referenceIds' | 'returned' | 'subject'
>;

/**
 * What decides on which ticket a mail belongs: mails without a common key are independent of each other. A reply shares a
 * Message-ID with the mail that it answers; the participants of a ticket share their addresses.
 */
export function orderingKeys(mail: OrderedMail, ownAddress: string): ReadonlySet<string> {
  const people = [mail.sender, ...mail.to, ...mail.cc].map(({ address }) => address);
  const token = ticketTokenIn(mail.subject);
  const keys = [
    ...people.filter((address) => address !== ownAddress),
    ...[mail.messageId, ...mail.referenceIds, ...mail.returned].map((id) => `<${id}>`),
    ...(token === null ? [] : [`#${token.number}`]),
  ];
  return new Set(keys.filter((key) => key !== '' && key !== '<>'));
}
