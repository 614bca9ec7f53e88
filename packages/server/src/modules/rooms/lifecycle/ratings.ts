import type { BodyOf, CallRating, rateRoom } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Author, Tickets } from '#modules/tickets';
import type { CallOnTicket } from './call-on-ticket.ts';
import type { CallView } from './call-view.ts';
import { roleOf } from './roles.ts';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';
import type { RoomTokens } from '../access/tokens.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  tickets: Tickets;
  tokens: RoomTokens;
  onTicket: CallOnTicket;
  view: CallView;
};

/** What customers say of a call when it has ended: once, and only of one in which they were answered. */
export function createRatings({ db, clock, tickets, tokens, onTicket, view }: Deps) {
  /** Of a call that is locked. */
  async function rate(tx: Tx, call: CallRow, { rating, comment }: CallRating, author: Author): Promise<void> {
    if (call.state !== 'ended' || call.answered_at === null)
      throw new AppError('conflict', { message: 'Only a call that has ended can be rated' });
    if (call.rating !== null) throw new AppError('conflict', { message: 'This call has been rated already' });
    await view.tell(tx, await store.updateCall(tx.q, call.id, { rating, rating_comment: comment }));
    await onTicket.event(tx, call, { type: 'call_rated', call_id: call.id, rating, comment }, author);
  }

  /** By somebody who came by a link: the token of the room is all they have. */
  async function rateByLink(room: string, { token, ...rating }: BodyOf<typeof rateRoom>): Promise<void> {
    const place = tokens.read(token, clock.now());
    if (place?.room !== room || roleOf(place.identity) !== 'customer') throw new AppError('forbidden');
    await db.transaction(async (tx) => {
      const call = await onTicket.lock(tx, { room_name: room });
      const ticket = call && (await tickets.read(tx.q, call.ticket_id));
      if (!ticket) throw new AppError('not_found');
      await rate(tx, call, rating, { type: 'customer', id: ticket.customer_id, name: place.name });
    });
  }

  return { rate, rateRoom: rateByLink };
}
