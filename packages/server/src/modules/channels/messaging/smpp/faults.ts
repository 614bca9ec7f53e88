import type { MessagingFault } from '@trunkline/contract';
import { ProviderError } from '../providers/provider.ts';
import { smpp } from './library.ts';

type Fault = { fault: MessagingFault; passes: boolean };

/** Command states of SMPP 3.4 (5.1.3) that say more than that it did not work. */
const FAULTS: Record<string, Fault> = {
  ESME_RINVBNDSTS: { fault: 'unreachable', passes: true },
  ESME_RSYSERR: { fault: 'provider_failed', passes: true },
  ESME_RINVSRCADR: { fault: 'account_unknown', passes: true },
  ESME_RINVDSTADR: { fault: 'recipient_unknown', passes: false },
  ESME_RBINDFAIL: { fault: 'login_refused', passes: true },
  ESME_RINVPASWD: { fault: 'login_refused', passes: true },
  ESME_RINVSYSID: { fault: 'login_refused', passes: true },
  ESME_RINVSYSTYP: { fault: 'login_refused', passes: true },
  // As after a crash, until they see that the other connection is gone.
  ESME_RALYBND: { fault: 'too_many', passes: true },
  ESME_RMSGQFUL: { fault: 'too_many', passes: true },
  ESME_RTHROTTLED: { fault: 'too_many', passes: true },
  ESME_RSUBMITFAIL: { fault: 'other', passes: true },
  ESME_RINVSRCTON: { fault: 'account_unknown', passes: true },
  ESME_RINVSRCNPI: { fault: 'account_unknown', passes: true },
  ESME_RINVDSTTON: { fault: 'recipient_unknown', passes: false },
  ESME_RINVDSTNPI: { fault: 'recipient_unknown', passes: false },
  ESME_RX_T_APPN: { fault: 'provider_failed', passes: true },
  ESME_RDELIVERYFAILURE: { fault: 'recipient_unknown', passes: false },
};

/** What an operator's refusal means. Whatever is not of the standard is said with its number. */
export function refusalOf(status: number): ProviderError {
  const name = Object.entries(smpp.errors).find(([, value]) => value === status)?.[0] ?? '';
  const { fault, passes } = FAULTS[name] ?? { fault: 'other', passes: false };
  const hex = `0x${status.toString(16).padStart(2, '0')}`;
  return new ProviderError(fault, name ? `${name} (${hex})` : hex, { passes });
}

/** The line is not there. `isUnsure`: what was under way on it may have been taken. */
export const lostLine = (said: string, isUnsure = false): ProviderError =>
  new ProviderError('unreachable', said, { passes: true, unsure: isUnsure });
