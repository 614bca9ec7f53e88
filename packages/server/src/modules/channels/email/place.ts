import type { Query } from '#platform/db';
import type { Tickets } from '#modules/tickets';
import * as letters from './letter-store.ts';
import type { Whose } from './letter-store.ts';
import type { ReadMail } from './read-mail.ts';
import { plainSubject, ticketNumberIn } from './subject.ts';
import { namedTicket } from './thread-policy.ts';

type Standing = {
  /** It wakes nobody. */
  isQuiet: boolean;
  /** It is not proven to come from its sender. */
  isUnproven: boolean;
};
type Deps = { tickets: Pick<Tickets, 'idOfNumber' | 'read'> };

/** The ticket on which a mail belongs; null where it begins a case of its own. */
export async function findPlace(
  q: Query,
  { tickets }: Deps,
  mailboxId: number,
  mail: Mail,
): Promise<number | null> {
  const place = await placeNamed(q, { tickets }, mailboxId, mail);
  // What came back says by what it gives back where it belongs: that it is from a customer is said by forgers only.
  if (place !== null || !mail.sender.address || mail.kind === 'bounce') return place;
  const whose = { mailboxId, sender: mail.sender.address, isUnproven: mail.isUnproven };
  if (mail.isQuiet) return (await letters.findLatestTicket(q, whose)) ?? null;
  return mail.isUnproven ? null : sameSubject(q, { tickets }, { ...whose, subject: mail.subject });
}

type Mail = Pick<ReadMail, 'kind' | 'referenceIds' | 'subject' | 'sender' | 'returned'> & Standing;

/** By what it answers, and by the number in its subject. */
async function placeNamed(
  q: Query,
  { tickets }: Deps,
  mailboxId: number,
  { kind, returned, referenceIds, subject, sender, isUnproven }: Mail,
): Promise<number | null> {
  const answered = await letters.listByHeaderIds(q, mailboxId, [...returned, ...referenceIds]);
  const number = ticketNumberIn(subject);
  const named = number === null ? null : ((await tickets.idOfNumber(q, number)) ?? null);
  const candidates = new Set([...answered.map((row) => row.ticket_id), ...(named === null ? [] : [named])]);
  const own = new Set<number>();
  const isNobody = isUnproven || kind === 'bounce';
  for (const id of candidates) {
    // Whoever is not proven to be somebody takes part in nothing.
    if (!isNobody && (await letters.takesPart(q, id, sender.address))) own.add(id);
  }
  const known = answered.map((row) => ({ ticketId: row.ticket_id, isOurs: row.mail_id === null }));
  return namedTicket({ answered: known, named, own });
}

/** Some programs answer without saying what: the same person about the same subject, while that is open. */
async function sameSubject(
  q: Query,
  { tickets }: Deps,
  { subject, ...whose }: Whose & { subject: string },
): Promise<number | null> {
  const subjectKey = plainSubject(subject);
  if (!subjectKey) return null;
  const id = await letters.findLatestTicket(q, { ...whose, subjectKey });
  if (id === undefined) return null;
  // Where it was merged into another, it is the other that has to be open.
  const ticket = await tickets.read(q, id);
  return ticket && ticket.status !== 'solved' && ticket.status !== 'closed' ? id : null;
}
