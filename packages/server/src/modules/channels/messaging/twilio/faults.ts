import type { MessagingFault } from '@trunkline/contract';

/** Attempt to send to unsubscribed recipient. */
export const OPTED_OUT_CODE = 21_610;

type Fault = { fault: MessagingFault; isRetryable: boolean };

/** Error codes of Twilio's REST interface and of its message states, as its documentation lists them. */
const FAULTS: Record<number, Fault> = {
  11_200: { fault: 'provider_failed', isRetryable: true },
  20_001: { fault: 'other', isRetryable: false },
  20_003: { fault: 'token_refused', isRetryable: true },
  20_005: { fault: 'account_locked', isRetryable: true },
  20_404: { fault: 'account_unknown', isRetryable: true },
  20_429: { fault: 'too_many', isRetryable: true },
  20_500: { fault: 'provider_failed', isRetryable: true },
  20_503: { fault: 'provider_failed', isRetryable: true },
  21_211: { fault: 'recipient_unknown', isRetryable: false },
  21_212: { fault: 'account_unknown', isRetryable: true },
  21_408: { fault: 'not_permitted', isRetryable: true },
  21_604: { fault: 'recipient_unknown', isRetryable: false },
  21_606: { fault: 'account_unknown', isRetryable: true },
  21_608: { fault: 'not_permitted', isRetryable: false },
  [OPTED_OUT_CODE]: { fault: 'recipient_refuses', isRetryable: false },
  21_611: { fault: 'too_many', isRetryable: true },
  21_612: { fault: 'recipient_unknown', isRetryable: false },
  21_614: { fault: 'recipient_unknown', isRetryable: false },
  21_617: { fault: 'other', isRetryable: false },
  21_659: { fault: 'account_unknown', isRetryable: true },
  21_660: { fault: 'account_unknown', isRetryable: true },
  30_001: { fault: 'too_many', isRetryable: true },
  30_002: { fault: 'account_locked', isRetryable: true },
  30_003: { fault: 'recipient_unknown', isRetryable: false },
  30_004: { fault: 'recipient_refuses', isRetryable: false },
  30_005: { fault: 'recipient_unknown', isRetryable: false },
  30_006: { fault: 'recipient_unknown', isRetryable: false },
  30_007: { fault: 'recipient_refuses', isRetryable: false },
  30_008: { fault: 'provider_failed', isRetryable: false },
  30_022: { fault: 'too_many', isRetryable: true },
  30_034: { fault: 'not_permitted', isRetryable: false },
};

export const faultOfCode = (code: number): Fault => FAULTS[code] ?? { fault: 'other', isRetryable: false };
