import type { FaultOfCode } from '../meta/graph.ts';

type Fault = ReturnType<FaultOfCode>;

/** Error codes of the Cloud API and of the Graph API below it, as their documentation lists them. */
const FAULTS: Record<number, Fault> = {
  0: { fault: 'token_refused', passes: true },
  3: { fault: 'not_permitted', passes: true },
  4: { fault: 'too_many', passes: true },
  10: { fault: 'not_permitted', passes: true },
  100: { fault: 'other', passes: false },
  190: { fault: 'token_refused', passes: true },
  368: { fault: 'account_locked', passes: true },
  80_007: { fault: 'too_many', passes: true },
  130_429: { fault: 'too_many', passes: true },
  130_472: { fault: 'recipient_refuses', passes: false },
  130_497: { fault: 'recipient_refuses', passes: false },
  131_000: { fault: 'provider_failed', passes: true },
  131_005: { fault: 'not_permitted', passes: true },
  131_008: { fault: 'other', passes: false },
  131_009: { fault: 'other', passes: false },
  131_016: { fault: 'provider_failed', passes: true },
  131_021: { fault: 'recipient_unknown', passes: false },
  131_026: { fault: 'recipient_unknown', passes: false },
  131_031: { fault: 'account_locked', passes: true },
  131_042: { fault: 'account_locked', passes: true },
  131_045: { fault: 'account_unknown', passes: true },
  131_047: { fault: 'window_closed', passes: false },
  131_048: { fault: 'too_many', passes: true },
  131_049: { fault: 'recipient_refuses', passes: false },
  131_050: { fault: 'recipient_refuses', passes: false },
  131_051: { fault: 'media_refused', passes: false },
  131_052: { fault: 'media_refused', passes: false },
  131_053: { fault: 'media_refused', passes: false },
  131_056: { fault: 'too_many', passes: true },
  131_057: { fault: 'provider_failed', passes: true },
  132_000: { fault: 'template_refused', passes: false },
  132_001: { fault: 'template_refused', passes: false },
  132_005: { fault: 'template_refused', passes: false },
  132_007: { fault: 'template_refused', passes: false },
  132_012: { fault: 'template_refused', passes: false },
  132_015: { fault: 'template_refused', passes: false },
  132_016: { fault: 'template_refused', passes: false },
  133_004: { fault: 'provider_failed', passes: true },
  133_010: { fault: 'account_unknown', passes: true },
};

export const faultOfWhatsapp: FaultOfCode = (code) => FAULTS[code] ?? { fault: 'other', passes: false };
