import type { BodyOf, MailAddress, Message, retryMessage } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, type Tickets } from '#modules/tickets';
import type { RetryRequest, Channel } from './channel.ts';

type Deps = Pick<Platform, 'db'> & { tickets: Tickets; channels: () => Iterable<Channel> };
type RetryBody = BodyOf<typeof retryMessage>;

/** Sends a failed message again on the channel it was sent on, once per key. */
export function createRetry({ db, tickets, channels }: Deps) {
  async function requeue(tx: Tx, again: RetryRequest): Promise<{ created_at: string }> {
    for (const channel of new Set(channels())) {
      const row = await channel.retry?.(tx, again);
      if (row) return row;
    }
    throw new AppError('not_found');
  }

  return (
    viewer: Viewer,
    { id: ticketId, messageId }: { id: number; messageId: number },
    wanted: RetryBody,
  ): Promise<Message> =>
    db.transaction(async (tx) => {
      await tickets.lockVisible(tx, viewer, ticketId);
      const { client_key: key, recipients } = wanted;
      const known = await tickets.timeline.findByKey(tx.q, ticketId, key);
      if (known && !isThisRetry(known, messageId, wanted))
        throw new AppError('already_sent', { ticket_id: ticketId, message_id: known.id });
      if (known) return known;
      const { created_at } = await requeue(tx, { ticketId, messageId, recipients });
      const message = { id: messageId, ticket_id: ticketId, created_at };
      await tickets.timeline.storeClientKey(tx.q, message, key);
      const { mail } = found(await tickets.timeline.findMessage(tx.q, messageId, created_at));
      const [before, now] = mail && recipients ? [addressesOf(mail), addressesOf(recipients)] : [[], []];
      const moved = String(before) === String(now) ? { before: [], now: [] } : { before, now };
      const event = { type: 'sent_again', message_id: messageId, ...moved } as const;
      await tickets.timeline.appendEvent(tx, ticketId, { event, author: byUser(viewer) });
      await tickets.timeline.setOutcome(tx, message, { state: 'queued', failure: null, people: recipients });
      return found(await tickets.timeline.findMessage(tx.q, messageId, created_at));
    });
}

/** Refuses a key that was used for another entry, for writing this one, or for other recipients. */
const isThisRetry = (
  known: Message,
  messageId: number,
  { client_key: key, recipients }: RetryBody,
): boolean =>
  known.id === messageId &&
  known.client_key !== key &&
  (!known.mail || !recipients || String(addressesOf(known.mail)) === String(addressesOf(recipients)));

type People = Record<'to' | 'cc' | 'bcc', readonly MailAddress[]>;
const addressesOf = ({ to, cc, bcc }: Partial<People>): string[] =>
  [to, cc, bcc].flatMap((people = []) => people.map(({ address }) => address));
