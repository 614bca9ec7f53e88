import type { AfterCalls } from './after-calls/after-call-service.ts';
import type { CallBacks } from './call-backs/call-backs.ts';
import type { CallDesk } from './lifecycle/call-desk.ts';
import type { CallLifecycle } from './lifecycle/call-lifecycle.ts';
import type { CallCarrier } from './lifecycle/carrier.ts';
import type { CallPhones } from './lifecycle/phones.ts';
import type { CallRecords } from './lifecycle/records.ts';
import type { Recordings } from './recordings/recordings.ts';
import type { CallSupervision } from './supervision/supervision.ts';

/** Calls, whatever carries their voice: what both carriers, rooms and telephony, find here, and register themselves with. */
export type Calls = CallLifecycle &
  CallDesk & {
    records: CallRecords;
    recordings: Recordings;
    afterCalls: AfterCalls;
    callBacks: CallBacks;
    supervision: CallSupervision;
    /** What carries calls that are offered and handed on here; once. */
    register: (carrier: CallCarrier) => void;
    /** What telephones can do; once. */
    registerPhones: (phones: CallPhones) => void;
  };
