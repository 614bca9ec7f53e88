import type { Platform } from '#platform/platform';
import { type CallRow, type Calls, roleOf } from '#modules/calls';
import type { MediaEngine } from '../media/media-engine.ts';
import { supervisorIn } from '../supervisors/supervisor-rights.ts';
import { isStillAdmitted } from './admission.ts';
import { grantsMoreThan } from './room-permissions.ts';
import * as decisions from './admission-decisions.ts';

type Deps = Pick<Platform, 'db'> & {
  engine: Pick<MediaEngine, 'readTicket'>;
  calls: Pick<Calls, 'find' | 'agents' | 'supervision'>;
};

/**
 * Checks media tokens before the media server does. They are valid for some minutes, and only we know what has happened
 * meanwhile: that the call has ended, or that somebody was removed, has left, or must be admitted first.
 */
export function createMediaAdmission({ db, engine, calls }: Deps) {
  type ReadTicket = NonNullable<Awaited<ReturnType<MediaEngine['readTicket']>>>;

  /** Whether the bearer may still join this call, with the attributes of their token. */
  async function isLetIn(call: CallRow, { identity, attributes }: ReadTicket, isReturning: boolean) {
    const supervisor = supervisorIn(identity);
    if (supervisor !== undefined) {
      const escort = await calls.supervision.records.findOpen(db.q, supervisor);
      if (escort?.call_id !== call.id) return false;
      return isReturning || attributes['escort'] === escort.mode;
    }
    const decision = await decisions.findDecision(db.q, call.id, identity);
    if (!isStillAdmitted({ identity, attributes, ruling: decision })) return false;
    if (!isReturning && attributes['access'] !== 'lobby') {
      const rights = await decisions.findRights(db.q, call.id, identity);
      const isOnHold = call.held_at !== null && roleOf(identity) === 'customer';
      if (grantsMoreThan(attributes, { rights, isOnHold })) return false;
    }
    if (roleOf(identity) !== 'agent') return true;
    return (await calls.agents.find(db.q, call.id, Number(identity.replace('user-', '')))) !== undefined;
  }

  /**
   * The room that the bearer of a media token may join now; undefined if the token is not valid here. Somebody who reconnects has
   * the current permissions, whatever the token says.
   */
  return async function roomOf(token: string, isReturning: boolean): Promise<string | undefined> {
    const shown = await engine.readTicket(token);
    const call = shown && (await calls.find(db.q, { room_name: shown.room }));
    if (!call || call.state === 'ended') return undefined;
    return (await isLetIn(call, shown, isReturning)) ? shown.room : undefined;
  };
}
