/**
 * Runs work that is aborted after `ms`, or when the server shuts down. Without `AbortSignal.any` or `.timeout`: only the work
 * would reference those signals, and a signal that was garbage-collected never fires.
 */
export async function withTimeout<T>(
  ms: number,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const close = () => own.abort(closing.reason);
  if (closing.aborted) close();
  closing.addEventListener('abort', close);
  const timer = setTimeout(() => own.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', close);
  }
}
