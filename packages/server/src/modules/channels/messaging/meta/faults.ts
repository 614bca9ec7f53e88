import type { MessagingFault } from '@trunkline/contract';
import type { FaultByCode } from './graph.ts';

type Fault = ReturnType<FaultByCode>;
const of = (fault: MessagingFault, isRetryable: boolean): Fault => ({ fault, isRetryable });

/** Error codes of the Messenger Platform and of the Graph API below it, as their documentation lists them. */
const FAULTS: Record<number, Fault> = {
  1: of('provider_failed', true),
  2: of('provider_failed', true),
  3: of('not_permitted', true),
  4: of('too_many', true),
  10: of('not_permitted', true),
  17: of('too_many', true),
  32: of('too_many', true),
  100: of('other', false),
  102: of('token_refused', true),
  190: of('token_refused', true),
  200: of('not_permitted', true),
  230: of('not_permitted', true),
  368: of('account_locked', true),
  551: of('recipient_refuses', false),
  613: of('too_many', true),
  803: of('account_unknown', true),
  1200: of('provider_failed', true),
  80_001: of('too_many', true),
  80_002: of('too_many', true),
  80_006: of('too_many', true),
};

/** For many codes only the subcode tells the cause. */
const BELOW: Record<number, Fault> = {
  // More than 24 hours since the customer wrote: on Messenger, and on Instagram.
  2_018_278: of('window_closed', false),
  2_534_022: of('window_closed', false),
  // No such user, or not a user of this page.
  2_018_001: of('recipient_unknown', false),
  2_534_014: of('recipient_unknown', false),
  // The user is unavailable, has left, or has blocked the page.
  1_545_041: of('recipient_refuses', false),
  2_018_108: of('recipient_refuses', false),
  // Another app has control of the conversation.
  2_018_300: of('not_permitted', true),
  2_534_037: of('not_permitted', true),
  2_018_047: of('media_refused', false),
  2_018_008: of('media_refused', false),
  2_018_109: of('media_refused', false),
  2_018_294: of('media_refused', false),
  2_534_080: of('media_refused', false),
  2_018_022: of('too_many', true),
};

export const faultOfPages: FaultByCode = (code, subcode) =>
  BELOW[subcode] ?? FAULTS[code] ?? of('other', false);
