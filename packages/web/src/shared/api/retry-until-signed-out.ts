import { recordBackgroundError } from '../lib/record-background-error.ts';
import { errorCode } from './api-error.ts';

const LONGEST_MS = 30_000;

type RetryOptions = { signal?: AbortSignal; wait?: (ms: number) => Promise<void> };

/**
 * Section 8 has failures to fetch session data only logged. Retries with growing pauses until `ask` succeeds, nobody is
 * signed in any more, or `signal` aborts.
 */
export async function retryUntilSignedOut<T>(
  ask: () => Promise<T>,
  { signal, wait = pause }: RetryOptions = {},
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (isSignedOutError(error) || signal?.aborted) throw error;
      recordBackgroundError('no session', error);
    }
    await wait(Math.min(1000 * 2 ** tries, LONGEST_MS));
    signal?.throwIfAborted();
  }
}

export function isSignedOutError(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'not_signed_in' || code === 'session_ended';
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
