import { allows, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Settings } from '#modules/settings';
import { canSee } from '#modules/tickets';

/** A call of somebody else, as far as it tells who may see it: whose it is, and of which department. */
type SeenCall = { user_id: number | null; department_id: number };

/** What somebody does about a call of others, as the audit log keeps it. */
type Deed = { action: string; callId: number; details?: object };

/** Supervisors and the calls of others, whatever carries them: who may, and that it is never without a trace. */
export type CallSupervision = {
  /** A call that this person may see: as with tickets, others are not there. @throws AppError `not_found` */
  demandSeen: <T extends SeenCall>(viewer: Viewer, call: T | undefined) => T;
  /** Whether somebody may still attend this call, by what they may do now. */
  mayAttend: (viewer: Viewer | undefined, call: SeenCall) => boolean;
  /** To be noted before it is done. */
  note: (tx: Tx, viewer: Viewer, deed: Deed) => Promise<void>;
};

export function createSupervision({ settings }: { settings: Pick<Settings, 'audit'> }): CallSupervision {
  const sees = (viewer: Viewer, call: SeenCall): boolean =>
    canSee(viewer, { assignee_id: call.user_id, department_id: call.department_id });

  return {
    demandSeen(viewer, call) {
      if (!call || !sees(viewer, call)) throw new AppError('not_found');
      return call;
    },

    mayAttend: (viewer, call) =>
      viewer !== undefined && allows(viewer, 'MONITORING:CONTROL') && sees(viewer, call),

    note: (tx, viewer, { action, callId, details = {} }) =>
      settings.audit(tx.q, { viewer, action, subject: String(callId), details }),
  };
}
