import type { SignalPayload } from '@trunkline/contract';
import type { Tx } from '#platform/db';

/** Why a session ended, as its sockets are told. */
export type SessionEndReason = SignalPayload<'session-ended'>['reason'];

/** Ends sessions of a user in the caller's transaction: all, one, or all but one. */
export type EndSessions = (
  tx: Tx,
  userId: number,
  which: { only?: number; except?: number },
  reason: SessionEndReason,
) => Promise<void>;
