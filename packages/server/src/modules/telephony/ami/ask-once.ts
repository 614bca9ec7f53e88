import type { AmiAction, AmiMessage } from './message.ts';
import { openAmi, type AmiAddress } from './session.ts';

/** Somebody waits for it at their screen. */
const PATIENCE_MS = 8000;

/**
 * Asks a gateway over a connection of its own: whichever process is asked to can do it, though one alone follows the gateway.
 * What it causes is told to that one.
 * @throws AmiError
 */
export async function askOnce(address: AmiAddress, action: AmiAction): Promise<AmiMessage> {
  const session = await openAmi(address, {
    onEvent: () => undefined,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return session.ask(action).finally(() => session.close());
}
