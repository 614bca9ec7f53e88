import missing from './not-available.json';
import type { Request, Wire } from './wire.ts';

type Way = { why: string; as: string };

const saying = (name: string, why: string): string => `"${name}" is not available: ${why}.`;

/**
 * What this engine does not do: said in so many words, in the form that the library has for it, and never left hanging.
 * The list is data, so that a script can print it.
 */
export function notAvailable(wire: Wire, request: Request): void {
  const { why = 'it is unknown here', as = 'answer' } =
    (missing.messages as Partial<Record<string, Way>>)[request.action] ?? {};
  const errorMsg = saying(request.action, why);
  if (as === 'test') {
    return wire.answer(request, { results: { result: 'failed', errorMsg, secondsElapsed: 0 } });
  }
  if (as === 'nonfatal-error') refuse(wire, errorMsg);
  else if (as.endsWith('-error')) {
    const { instanceId, session_id: sessionId } = request;
    wire.post({
      action: as,
      errorMsg,
      ...(instanceId !== undefined && { instanceId }),
      ...(sessionId !== undefined && { sessionId }),
    });
  }
  wire.answer(request, { error: errorMsg, errorMsg });
}

/** The same for what a call is configured with: the call goes on without it. */
export function refuseOptions(wire: Wire, { properties }: Request): void {
  const { dailyConfig } = (properties ?? {}) as { dailyConfig?: Record<string, unknown> };
  for (const [name, { why }] of Object.entries(missing.options)) {
    if (dailyConfig?.[name] !== undefined) refuse(wire, saying(name, why));
  }
}

function refuse(wire: Wire, errorMsg: string): void {
  wire.post({ action: 'nonfatal-error', type: 'not-available', errorMsg });
}
