import messages from './not-available.json';
import type { Request, Wire } from './wire.ts';

type Way = { why: string; as: string };

/**
 * What this engine does not do: said in so many words, in the form that the library has for it, and never left hanging.
 * The list is data, so that a script can print it.
 */
export function notAvailable(wire: Wire, request: Request): void {
  const { why = 'it is unknown here', as = 'answer' } =
    (messages as Partial<Record<string, Way>>)[request.action] ?? {};
  const errorMsg = `"${request.action}" is not available: ${why}.`;
  if (as === 'test') {
    return wire.answer(request, { results: { result: 'failed', errorMsg, secondsElapsed: 0 } });
  }
  if (as.endsWith('-error')) {
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
