import type { CallParticipants } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Log } from '#platform/log';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser } from '#modules/tickets';
import type { CallOnTicket } from '../lifecycle/call-on-ticket.ts';
import type { CallView } from '../lifecycle/call-view.ts';
import type { Participants } from '../transfers/participants.ts';
import type { CarrierOf } from '../lifecycle/carrier.ts';
import { lockMediaOfCall } from '../transfers/move-store.ts';
import type { Recordings } from '../recordings/recordings.ts';
import * as store from '../lifecycle/call-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  log: Log;
  onTicket: CallOnTicket;
  participants: Participants;
  view: CallView;
  carrier: CarrierOf;
  recordings: Recordings;
};

/**
 * Puts customers on hold. The database says who is on hold; the media server is told to pass nothing from or to them, and told
 * again until it has done so.
 */
export function createHold({
  db,
  clock,
  jobs,
  log,
  onTicket,
  participants,
  view,
  carrier,
  recordings,
}: Deps) {
  /** Brings the media server and the recording in line with the state of the call; may be called at any time and twice. */
  async function enforce(callId: number): Promise<void> {
    await db.transaction(async (tx) => {
      // Hold and resume, one right after the other, must reach the media server in that order.
      await lockMediaOfCall(tx.q, callId);
      const call = await store.findCall(db.q, { id: callId });
      if (!call || call.state === 'ended' || !carrier().canHold(call)) return;
      await carrier().applyHold(call);
      await recordings.followHold(callId);
    });
  }
  jobs.define('rooms:hold', ({ call_id: callId }: { call_id: number }) => enforce(callId));

  return {
    enforce,

    /** Resolves when no media passes any more: the agent must be able to speak unheard from then on. */
    async hold(viewer: Viewer, callId: number, wantsHold: boolean): Promise<CallParticipants> {
      const answer = await db.transaction(async (tx) => {
        const call = await participants.demand(tx.q, await onTicket.lock(tx, { id: callId }), viewer);
        if (!carrier().canHold(call)) throw new AppError('conflict', { reason: 'hold_unavailable' });
        const since = call.held_at;
        if (wantsHold === (since !== null)) return participants.read(tx.q, call);
        const now = clock.now();
        const after = await store.updateCall(tx.q, call.id, { held_at: wantsHold ? now : null });
        const seconds = since === null ? 0 : Math.round((now.getTime() - Date.parse(since)) / 1000);
        await onTicket.event(
          tx,
          after,
          wantsHold
            ? { type: 'call_held', call_id: call.id }
            : { type: 'call_resumed', call_id: call.id, seconds },
          byUser(viewer),
        );
        await tx.enqueue('rooms:hold', { call_id: call.id });
        await view.emitCall(tx, after);
        await participants.emitParticipants(tx, after);
        return participants.read(tx.q, after);
      });
      // A media server that is down passes nothing either; the job tells it when it is back.
      await enforce(callId).catch((error: unknown) =>
        log.warn({ err: error, call: callId }, 'a hold is told to the media server later'),
      );
      return answer;
    },
  };
}
