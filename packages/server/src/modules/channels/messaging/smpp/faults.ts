import type { MessagingFault } from '@trunkline/contract';
import { ProviderError } from '../providers/provider.ts';
import { smpp } from './library.ts';

type Fault = { fault: MessagingFault; isRetryable: boolean };

/** Command states of SMPP 3.4 (5.1.3) that name a cause. */
const FAULTS: Record<string, Fault> = {
  ESME_RINVBNDSTS: { fault: 'unreachable', isRetryable: true },
  ESME_RSYSERR: { fault: 'provider_failed', isRetryable: true },
  ESME_RINVSRCADR: { fault: 'account_unknown', isRetryable: true },
  ESME_RINVDSTADR: { fault: 'recipient_unknown', isRetryable: false },
  ESME_RBINDFAIL: { fault: 'login_refused', isRetryable: true },
  ESME_RINVPASWD: { fault: 'login_refused', isRetryable: true },
  ESME_RINVSYSID: { fault: 'login_refused', isRetryable: true },
  ESME_RINVSYSTYP: { fault: 'login_refused', isRetryable: true },
  // Happens after a crash, until the operator sees that the old connection is gone.
  ESME_RALYBND: { fault: 'too_many', isRetryable: true },
  ESME_RMSGQFUL: { fault: 'too_many', isRetryable: true },
  ESME_RTHROTTLED: { fault: 'too_many', isRetryable: true },
  ESME_RSUBMITFAIL: { fault: 'other', isRetryable: true },
  ESME_RINVSRCTON: { fault: 'account_unknown', isRetryable: true },
  ESME_RINVSRCNPI: { fault: 'account_unknown', isRetryable: true },
  ESME_RINVDSTTON: { fault: 'recipient_unknown', isRetryable: false },
  ESME_RINVDSTNPI: { fault: 'recipient_unknown', isRetryable: false },
  ESME_RX_T_APPN: { fault: 'provider_failed', isRetryable: true },
  ESME_RDELIVERYFAILURE: { fault: 'recipient_unknown', isRetryable: false },
};

/** The error for an operator's command status. A status outside the standard is given by its number. */
export function refusalOf(status: number): ProviderError {
  const name = Object.entries(smpp.errors).find(([, value]) => value === status)?.[0] ?? '';
  const { fault, isRetryable } = FAULTS[name] ?? { fault: 'other', isRetryable: false };
  const hex = `0x${status.toString(16).padStart(2, '0')}`;
  return new ProviderError(fault, name ? `${name} (${hex})` : hex, { isRetryable });
}

/** The error for a line without a connection. `isUnsure`: messages that were being sent may have been accepted. */
export const lostConnectionError = (said: string, isUnsure = false): ProviderError =>
  new ProviderError('unreachable', said, { isRetryable: true, maybeDelivered: isUnsure });
