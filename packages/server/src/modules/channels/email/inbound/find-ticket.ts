import type { Query } from '#platform/db';
import type { Secrets } from '#platform/secrets';
import type { Tickets } from '#modules/tickets';
import * as emailStore from '../outbound/email-store.ts';
import type { SenderOnMailbox } from '../outbound/email-store.ts';
import type { ReadMail } from './read-mail.ts';
import { ticketMarkOf, plainSubject, ticketTokenIn } from '../compose/subject.ts';
import { ticketByEvidence, type ThreadEvidence } from './thread-policy.ts';

type SenderProof = {
  /** The mail reopens no ticket and starts no waiting time. */
  isQuiet: boolean;
  /** Authentication failed: the e-mail does not come from its stated sender. */
  isUnproven: boolean;
  /** Authentication passed: the e-mail comes from its stated sender. */
  isProven: boolean;
};
type Deps = { tickets: Pick<Tickets, 'idOfNumber' | 'read'>; secrets: Pick<Secrets, 'sign'> };
type Mail = Pick<ReadMail, 'kind' | 'referenceIds' | 'subject' | 'sender' | 'returned'> & SenderProof;
/**
 * `place`: the ticket of the mail; null: it opens a new one. `maybe`: the ticket it would belong to if its sender were proven.
 */
export type TicketMatch = { place: number | null; maybe: number | null };

/**
 * The ticket that a mail belongs to. Our own Message-IDs and our mark cannot be guessed, so they count from any sender;
 * references and subjects that anybody can write count only if the sender is proven.
 */
export async function findTicket(q: Query, deps: Deps, mailboxId: number, mail: Mail): Promise<TicketMatch> {
  const known = await readEvidence(q, deps, mailboxId, mail);
  const bound = ticketByEvidence({ ...known, own: new Set() });
  // A bounce is assigned by the mail that it returns; only a forger would claim to be a customer.
  if (bound !== null || !mail.sender.address || mail.kind === 'bounce') return { place: bound, maybe: null };
  const claimed = ticketByEvidence(known) ?? (await bySender(q, deps, mailboxId, mail));
  return mail.isProven ? { place: claimed, maybe: null } : { place: null, maybe: claimed };
}

/** The tickets that a mail refers to: by its references, by its subject, and those of them in which its sender is a participant. */
async function readEvidence(
  q: Query,
  { tickets, secrets }: Deps,
  mailboxId: number,
  { returned, referenceIds, subject, sender }: Mail,
): Promise<ThreadEvidence> {
  const rows = await emailStore.listByHeaderIds(q, mailboxId, [...returned, ...referenceIds]);
  const answered = rows.flatMap(({ ticket_id: ticketId, mail_id: mailId }) =>
    ticketId === null ? [] : [{ ticketId, isOurs: mailId === null }],
  );
  const token = ticketTokenIn(subject);
  const named = token && ((await tickets.idOfNumber(q, token.number)) ?? null);
  const own = new Set<number>();
  for (const id of new Set([
    ...answered.map(({ ticketId }) => ticketId),
    ...(named === null ? [] : [named]),
  ])) {
    if (await emailStore.isMailParticipant(q, id, sender.address)) own.add(id);
  }
  return {
    answered,
    named,
    isMarked: token !== null && token.mark !== '' && token.mark === ticketMarkOf(secrets, token.number),
    own,
  };
}

/** An automatic mail goes to the sender's latest ticket, a person's to their open ticket with the same subject. */
async function bySender(q: Query, deps: Deps, mailboxId: number, mail: Mail): Promise<number | null> {
  const whose = { mailboxId, sender: mail.sender.address, isUnproven: false };
  if (mail.isQuiet) return (await emailStore.findLatestTicket(q, whose)) ?? null;
  return sameSubject(q, deps, { ...whose, subject: mail.subject });
}

/** Some programs reply without In-Reply-To: then the sender's latest ticket with the same subject counts, while it is open. */
async function sameSubject(
  q: Query,
  { tickets }: Pick<Deps, 'tickets'>,
  { subject, ...whose }: SenderOnMailbox & { subject: string },
): Promise<number | null> {
  const subjectKey = plainSubject(subject);
  if (!subjectKey) return null;
  const id = await emailStore.findLatestTicket(q, { ...whose, subjectKey });
  if (id === undefined) return null;
  // For a merged ticket, the status of the one it was merged into counts.
  const ticket = await tickets.read(q, id);
  return ticket && ticket.status !== 'solved' && ticket.status !== 'closed' ? id : null;
}
