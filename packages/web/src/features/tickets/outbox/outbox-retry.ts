/** Errors after which a retry may succeed: no connection, or a busy or starting server. */
const PASSING: ReadonlySet<string> = new Set(['offline', 'unavailable', 'too_many_requests']);
export const isTransient = (code: string): boolean => PASSING.has(code);

const WAITS_MS = [2000, 4000, 8000, 15_000, 30_000, 60_000] as const;

/** The pause after a number of failed attempts in a row. Pure. */
export const waitAfter = (failures: number): number =>
  WAITS_MS[Math.min(Math.max(failures, 1), WAITS_MS.length) - 1] ?? 2000;

/** Retries with growing pauses while something waits; at once when the connection is back. */
export function createRetrying(tryAll: () => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tryNow(): void {
    clearTimeout(timer);
    timer = undefined;
    tryAll();
  }

  return {
    /** Called when something could not be sent. */
    failed(): void {
      if (timer !== undefined) return;
      failures += 1;
      timer = setTimeout(tryNow, waitAfter(failures));
    },
    /** Called when something was sent. */
    succeeded(): void {
      failures = 0;
    },
    /** Called when the connection is back. */
    hope(): void {
      failures = 0;
      tryNow();
    },
  };
}
