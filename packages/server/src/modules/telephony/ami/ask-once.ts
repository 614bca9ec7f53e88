import type { AmiAction, AmiMessage } from './message.ts';
import { openAmi, type AmiAddress } from './session.ts';

/** A user waits for it on the screen. */
const PATIENCE_MS = 8000;

/**
 * Sends an action over a connection of its own: any process can do so, though only one follows the gateway. Events that it
 * causes go to that one. @throws AmiError
 */
export async function sendOnce(address: AmiAddress, action: AmiAction): Promise<AmiMessage> {
  const session = await openAmi(address, {
    onEvent: () => undefined,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return session.ask(action).finally(() => session.close());
}
