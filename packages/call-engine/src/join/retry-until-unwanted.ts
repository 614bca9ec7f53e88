import { isTransient } from './fatal.ts';

const TRIES = 4;
const AGAIN_AFTER_MS = 800;

type RetryOptions = { isWanted: () => boolean; renew: () => Promise<void> };

/**
 * Repeats an attempt to connect, because the media server may be starting or busy. Before each further attempt `renew`
 * asks for admission again; a final refusal ends it at once.
 */
export async function retryUntilUnwanted(
  attempt: () => Promise<void>,
  { isWanted, renew }: RetryOptions,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      if (tried > 1) await renew();
      return await attempt();
    } catch (error) {
      if (tried === TRIES || !isWanted() || !isTransient(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}
