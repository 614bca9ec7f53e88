import type { AfterCalls } from './after-calls/after-call-service.ts';
import type { CallBacks } from './call-backs/call-backs.ts';
import type { CallDesk } from './lifecycle/call-desk.ts';
import type { CallLifecycle } from './lifecycle/call-lifecycle.ts';
import type { CallCarrier } from './lifecycle/carrier.ts';
import type { CallPhones } from './lifecycle/phones.ts';
import type { CallRecords } from './lifecycle/records.ts';
import type { Recordings } from './recordings/recordings.ts';
import type { EscortCarriers, Escorts } from './supervision/escorts.ts';
import type { CallSupervision } from './supervision/supervision.ts';

/** Calls, whatever carries their voice. Both carriers, rooms and telephony, use it and register themselves with it. */
export type Calls = CallLifecycle &
  CallDesk & {
    records: CallRecords;
    recordings: Recordings;
    afterCalls: AfterCalls;
    callBacks: CallBacks;
    supervision: CallSupervision;
    escorts: Escorts;
    /** Registers how supervisors attend calls of one carrier. To be called once for each. */
    registerEscorts: (carrier: keyof EscortCarriers, escorts: Escorts) => void;
    /** Registers what carries calls that are offered and transferred here. To be called once. */
    register: (carrier: CallCarrier) => void;
    /** Registers what telephones can do. To be called once. */
    registerPhones: (phones: CallPhones) => void;
  };
