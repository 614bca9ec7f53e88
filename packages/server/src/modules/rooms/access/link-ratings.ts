import type { BodyOf, rateRoom } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { type Calls, roleOf } from '#modules/calls';
import type { Tickets } from '#modules/tickets';
import type { RoomTokens } from './tokens.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  tickets: Tickets;
  tokens: RoomTokens;
  calls: Pick<Calls, 'lock' | 'rate'>;
};

/** Ratings by customers who joined by a link. */
export function createLinkRatings({ db, clock, tickets, tokens, calls }: Deps) {
  /** The token of the room is the only proof of who rates. */
  return async function rateByLink(
    room: string,
    { token, ...rating }: BodyOf<typeof rateRoom>,
  ): Promise<void> {
    const place = tokens.read(token, clock.now());
    if (place?.room !== room || roleOf(place.identity) !== 'customer') throw new AppError('forbidden');
    await db.transaction(async (tx) => {
      const call = await calls.lock(tx, { room_name: room });
      const ticket = call && (await tickets.read(tx.q, call.ticket_id));
      if (!ticket) throw new AppError('not_found');
      await calls.rate(tx, call, rating, { type: 'customer', id: ticket.customer_id, name: place.name });
    });
  };
}
