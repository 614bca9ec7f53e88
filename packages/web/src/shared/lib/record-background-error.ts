type Report = { message: string; error: unknown; at: Date };

const KEPT = 50;
const reports: Report[] = [];

/** Keeps errors of background work, newest last, where an operator's monitoring script may read them. */
export function recordBackgroundError(message: string, error?: unknown): void {
  reports.push({ message, error, at: new Date() });
  if (reports.length > KEPT) reports.shift();
  globalThis.dispatchEvent?.(new CustomEvent('trunkline:error', { detail: { message, error } }));
}
