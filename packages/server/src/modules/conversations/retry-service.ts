import type { BodyOf, Message, retryMessage } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Tickets } from '#modules/tickets';
import type { Again, Channel } from './channel.ts';

type Deps = Pick<Platform, 'db'> & { tickets: Tickets; channels: () => Iterable<Channel> };

/** Sends a message again that has failed, by whichever channel it went out. Once for its key. */
export function createRetry({ db, tickets, channels }: Deps) {
  async function requeue(tx: Tx, again: Again): Promise<{ created_at: string }> {
    for (const channel of new Set(channels())) {
      const row = await channel.retry?.(tx, again);
      if (row) return row;
    }
    throw new AppError('not_found');
  }

  return (
    viewer: Viewer,
    { id: ticketId, messageId }: { id: number; messageId: number },
    { client_key: key, recipients }: BodyOf<typeof retryMessage>,
  ): Promise<Message> =>
    db.transaction(async (tx) => {
      await tickets.lockVisible(tx, viewer, ticketId);
      const known = await tickets.findByKey(tx.q, ticketId, key);
      if (known) return known;
      const { created_at } = await requeue(tx, { ticketId, messageId, recipients });
      const message = { id: messageId, ticket_id: ticketId, created_at };
      await tickets.keepKey(tx.q, message, key);
      await tickets.setOutcome(tx, message, { state: 'queued', failure: null, people: recipients });
      return found(await tickets.findMessage(tx.q, messageId, created_at));
    });
}
