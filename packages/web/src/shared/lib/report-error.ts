type Report = { message: string; error: unknown; at: Date };

const KEPT = 50;
const reports: Report[] = [];

/** Keeps what went wrong without anybody having asked, newest last; a collector of the operator may read it. */
export function reportError(message: string, error?: unknown): void {
  reports.push({ message, error, at: new Date() });
  if (reports.length > KEPT) reports.shift();
  globalThis.dispatchEvent?.(new CustomEvent('trunkline:error', { detail: { message, error } }));
}
