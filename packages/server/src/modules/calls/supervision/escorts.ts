import type { attendCall, BodyOf, Escort, EscortMode, ResponseOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import * as calls from '../lifecycle/call-store.ts';
import type { EscortRecords } from './escort-store.ts';

type EscortStart = ResponseOf<typeof attendCall>;

/**
 * Supervisors on somebody else's call (“escorts”): they listen, whisper, or join in. @throws AppError `not_found` also for calls
 * that they may not see; `conflict` where the call is no longer in a state for it
 */
export type Escorts = {
  /** The same key makes one escort. @throws AppError `in_a_call` */
  attend(viewer: Viewer, callId: number, body: BodyOf<typeof attendCall>): Promise<EscortStart>;
  /** Changes the mode. Written to the audit log before it happens, so that listening always leaves a trace. */
  change(viewer: Viewer, id: number, mode: EscortMode): Promise<Escort>;
  leave(viewer: Viewer, id: number): Promise<void>;
};

/** Both carriers of calls have supervisors on theirs, and register them. */
export type EscortCarriers = Record<'room' | 'telephone', Escorts>;

type Deps = Pick<Platform, 'db'> & {
  records: EscortRecords;
  carrier: (name: keyof EscortCarriers) => Escorts;
};

/** Hands each request on to what carries the call. */
export function createEscorts({ db, records, carrier }: Deps): Escorts {
  async function carrierOf(callId: number): Promise<Escorts> {
    return carrier((await calls.findCall(db.q, { id: callId })) ? 'room' : 'telephone');
  }

  async function carrierOfEscort(id: number): Promise<Escorts> {
    return carrierOf(found(await records.find(db.q, { id })).call_id);
  }

  return {
    attend: async (viewer, callId, body) => (await carrierOf(callId)).attend(viewer, callId, body),
    change: async (viewer, id, mode) => (await carrierOfEscort(id)).change(viewer, id, mode),
    leave: async (viewer, id) => (await carrierOfEscort(id)).leave(viewer, id),
  };
}
