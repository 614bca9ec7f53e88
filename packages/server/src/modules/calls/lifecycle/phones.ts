import type { Query } from '#platform/db';
import type { PhoneDials } from '../call-backs/phone-dials.ts';

/** What calls need of telephones. The telephony module implements it, and registers it by `Calls.registerPhones`. */
export type CallPhones = {
  dials: PhoneDials;
  /** The number at the other end of a telephone call; empty where it was withheld. */
  numberOf: (q: Query, callId: number) => Promise<string>;
};
