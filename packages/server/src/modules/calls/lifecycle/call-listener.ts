import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { CallRow } from './call-store.ts';

/** What else happens when a call changes, in the same transaction. */
export type CallListener = {
  /**
   * Called when an agent picks up. A listener that continues the call by other means returns a message for the agent, otherwise
   * undefined.
   */
  onTaken?: (tx: Tx, call: CallRow, viewer: Viewer) => Promise<{ message: string } | undefined>;
  onAnswered: (tx: Tx, call: CallRow, viewer: Viewer) => Promise<void>;
  onEnded: (tx: Tx, call: CallRow) => Promise<void>;
  /** A customer has joined the room. The call and its ticket are locked. */
  onArrived: (tx: Tx, call: CallRow) => Promise<void>;
  /** One of our people is in it from now on. */
  onAgentCame?: (tx: Tx, call: CallRow, userId: number) => Promise<void>;
  /** One of our people has left it; `call` is as it was before. */
  onAgentLeft?: (tx: Tx, call: CallRow, userId: number) => Promise<void>;
};
