import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { CallRow } from './call-store.ts';

/** What else follows from a call, in the same transaction. */
export type CallListener = {
  /** Picked up to be done by other means: gives what whoever did is told. */
  onTaken?: (tx: Tx, call: CallRow, viewer: Viewer) => Promise<{ message: string } | undefined>;
  onAnswered: (tx: Tx, call: CallRow, viewer: Viewer) => Promise<void>;
  onEnded: (tx: Tx, call: CallRow) => Promise<void>;
  /** A customer has come into the room. The call is locked, and its ticket. */
  onArrived: (tx: Tx, call: CallRow) => Promise<void>;
};
