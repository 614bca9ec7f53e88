import type { PhoneDial } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';

/** Calls from people's own phones, as call-backs need them. Telephony makes them, and registers itself for it. */
export type PhoneDials = {
  /** In this transaction it is there; `ask`, after it, has the phone ring. */
  begin: (
    tx: Tx,
    viewer: Viewer,
    call: { client_key: string; number: string; ticket_id: number },
  ) => Promise<{ call_id: number; ask: () => Promise<void> }>;
  find: (callId: number) => Promise<Pick<PhoneDial, 'state' | 'outcome'> | undefined>;
  /** Told in the transaction in which one goes on or ends. */
  onChange: (follower: (tx: Tx, callId: number) => Promise<void>) => void;
  /** The gateway that calls for this department. @throws AppError `no_gateway` */
  accountFor: (departmentId: number) => Promise<number>;
};
