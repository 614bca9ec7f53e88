import missing from './not-available.json';
import type { LibraryRequest, Wire } from './wire.ts';

type StubBehaviour = { why: string; as: string };

const messageFor = (name: string, why: string): string => `"${name}" is not available: ${why}.`;

/**
 * Answers messages that this engine does not support, each in the form that the library has for it, so that no caller
 * waits for ever. The list is data, so that a script can print it.
 */
export function notAvailable(wire: Wire, request: LibraryRequest): void {
  const { why = 'it is unknown here', as = 'answer' } =
    (missing.messages as Partial<Record<string, StubBehaviour>>)[request.action] ?? {};
  const errorMsg = messageFor(request.action, why);
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

/** Reports unsupported options of a call; the call goes on without them. */
export function refuseOptions(wire: Wire, { properties }: LibraryRequest): void {
  const { dailyConfig } = (properties ?? {}) as { dailyConfig?: Record<string, unknown> };
  for (const [name, { why }] of Object.entries(missing.options)) {
    if (dailyConfig?.[name] !== undefined) refuse(wire, messageFor(name, why));
  }
}

function refuse(wire: Wire, errorMsg: string): void {
  wire.post({ action: 'nonfatal-error', type: 'not-available', errorMsg });
}
