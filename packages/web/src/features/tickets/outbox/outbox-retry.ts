/** What the next try may well get through: there was no line, or the server is busy or starting. */
const PASSING: ReadonlySet<string> = new Set(['offline', 'unavailable', 'too_many_requests']);
export const isPassing = (code: string): boolean => PASSING.has(code);

const WAITS_MS = [2000, 4000, 8000, 15_000, 30_000, 60_000] as const;

/** The pause after a number of failed attempts in a row. Pure. */
export const waitAfter = (failures: number): number =>
  WAITS_MS[Math.min(Math.max(failures, 1), WAITS_MS.length) - 1] ?? 2000;

/** Tries again later and later for as long as something waits; at once when there is reason to hope. */
export function createRetrying(tryAll: () => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tryNow(): void {
    clearTimeout(timer);
    timer = undefined;
    tryAll();
  }

  return {
    /** Something could not be sent just now. */
    failed(): void {
      if (timer !== undefined) return;
      failures += 1;
      timer = setTimeout(tryNow, waitAfter(failures));
    },
    /** Something has got through. */
    succeeded(): void {
      failures = 0;
    },
    /** The connection is back. */
    hope(): void {
      failures = 0;
      tryNow();
    },
  };
}
