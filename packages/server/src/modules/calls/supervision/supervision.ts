import { allows, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Settings } from '#modules/settings';
import { canSee } from '#modules/tickets';
import { escortRecords, type EscortRecords } from './escort-store.ts';

/** Whose call it is, and of which department: this decides who may see it. */
type SeenCall = { user_id: number | null; department_id: number };

/** What a supervisor does with a call of somebody else, as the audit log keeps it. */
type AuditedAction = { action: string; callId: number; details?: object };

/** Supervisors and the calls of others, whatever carries them: who may listen, and what the audit log keeps of it. */
export type CallSupervision = {
  /** Returns the call if this viewer may see it. @throws AppError `not_found` also where they may not */
  demandSeen: <T extends SeenCall>(viewer: Viewer, call: T | undefined) => T;
  /** Whether somebody may still listen to this call, by their current permissions. */
  mayAttend: (viewer: Viewer | undefined, call: SeenCall) => boolean;
  /** Writes it to the audit log; to be called before it is done. */
  audit: (tx: Tx, viewer: Pick<Viewer, 'id'>, deed: AuditedAction) => Promise<void>;
  records: EscortRecords;
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

    audit: (tx, viewer, { action, callId, details = {} }) =>
      settings.audit(tx.q, { viewer, action, subject: String(callId), details }),

    records: escortRecords,
  };
}
