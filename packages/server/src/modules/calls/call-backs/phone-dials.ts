import type { PhoneDial } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';

/** Calls from agents' own phones, as call-backs need them. The telephony module makes them, and registers this. */
export type PhoneDials = {
  /** Writes the call in this transaction; `ask`, called after it, makes the phone ring. */
  begin: (
    tx: Tx,
    viewer: Viewer,
    call: { client_key: string; number: string; ticket_id: number },
  ) => Promise<{ call_id: number; ask: () => Promise<void> }>;
  find: (callId: number) => Promise<Pick<PhoneDial, 'state' | 'outcome'> | undefined>;
  /** Called in the transaction in which such a call changes or ends. */
  onChange: (follower: (tx: Tx, callId: number) => Promise<void>) => void;
  /** The account of the gateway that calls for this department. @throws AppError `no_gateway` */
  accountFor: (departmentId: number) => Promise<number>;
};
