import type { Query } from '#platform/db';
import type { Tickets } from '#modules/tickets';
import * as letters from './letter-store.ts';
import type { ReadMail } from './read-mail.ts';
import { plainSubject, ticketNumberIn } from './subject.ts';
import { namedTicket } from './thread-policy.ts';

type Deps = { tickets: Pick<Tickets, 'idOfNumber' | 'read'> };

/** The ticket on which a mail belongs; null where it begins a case of its own. */
export async function findPlace(
  q: Query,
  { tickets }: Deps,
  mailboxId: number,
  mail: Pick<ReadMail, 'referenceIds' | 'subject' | 'sender' | 'returned'> & { isQuiet: boolean },
): Promise<number | null> {
  const answered = await letters.listByHeaderIds(q, mailboxId, [...mail.returned, ...mail.referenceIds]);
  const number = ticketNumberIn(mail.subject);
  const named = number === null ? null : ((await tickets.idOfNumber(q, number)) ?? null);
  const candidates = new Set([...answered.map((row) => row.ticket_id), ...(named === null ? [] : [named])]);
  const own = new Set<number>();
  for (const id of candidates) if (await letters.takesPart(q, id, mail.sender.address)) own.add(id);
  const known = answered.map((row) => ({ ticketId: row.ticket_id, isOurs: row.mail_id === null }));
  const place = namedTicket({ answered: known, named, own });
  if (place !== null || !mail.sender.address) return place;
  const sender = mail.sender.address;
  if (mail.isQuiet) return (await letters.findLatestTicket(q, { mailboxId, sender })) ?? null;
  return sameSubject(q, { tickets }, { mailboxId, sender, subject: mail.subject });
}

/** Some programs answer without saying what: the same person about the same subject, while that is open. */
async function sameSubject(
  q: Query,
  { tickets }: Deps,
  { mailboxId, sender, subject }: { mailboxId: number; sender: string; subject: string },
): Promise<number | null> {
  const subjectKey = plainSubject(subject);
  if (!subjectKey) return null;
  const id = await letters.findLatestTicket(q, { mailboxId, sender, subjectKey });
  if (id === undefined) return null;
  // Where it was merged into another, it is the other that has to be open.
  const ticket = await tickets.read(q, id);
  return ticket && ticket.status !== 'solved' && ticket.status !== 'closed' ? id : null;
}
