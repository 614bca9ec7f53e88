import type { CallRating } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Author } from '#modules/tickets';
import type { CallOnTicket } from './call-on-ticket.ts';
import type { CallView } from './call-view.ts';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';

type Deps = Pick<Platform, 'clock'> & { onTicket: CallOnTicket; view: CallView };

/** Ratings of customers: once per call, after its end, and only if it was answered. */
export function createRatings({ clock, onTicket, view }: Deps) {
  /** Call with the call locked. */
  async function rate(tx: Tx, call: CallRow, { rating, comment }: CallRating, author: Author): Promise<void> {
    if (call.state !== 'ended' || call.answered_at === null)
      throw new AppError('conflict', { reason: 'call_not_ended' });
    if (call.rating !== null) throw new AppError('conflict', { reason: 'already_rated' });
    const rated = { rating, rating_comment: comment, rated_at: clock.now() };
    await view.emitCall(tx, await store.updateCall(tx.q, call.id, rated));
    await onTicket.event(tx, call, { type: 'call_rated', call_id: call.id, rating, comment }, author);
  }

  return { rate };
}
