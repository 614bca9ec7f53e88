import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // TanStack Query retries nothing on a server, and takes an environment without a window for one.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  queryClient.clear();
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
});

/** Observes a query whose first request is refused. */
function shown(refusal: ApiError) {
  const ask = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue('figures');
  const observer = new QueryObserver<string>(queryClient, { queryKey: ['part'], queryFn: ask });
  const states: string[] = [];
  const end = observer.subscribe(({ data, error }) => void states.push(error ? 'refused' : (data ?? '')));
  return { ask, end, last: () => states.at(-1) };
}

it('what was refused for a time is asked for again when it is over, and not before', async () => {
  const details = { retry_after_seconds: 7 };
  const part = shown(new ApiError({ code: 'too_many_requests', message: '', details, status: 429 }));
  await vi.advanceTimersByTimeAsync(6500);
  expect([part.last(), part.ask.mock.calls.length]).toEqual(['refused', 1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([part.last(), part.ask.mock.calls.length]).toEqual(['figures', 2]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(part.ask).toHaveBeenCalledTimes(2);
  part.end();
});

it('what is refused for good is not asked for again', async () => {
  const part = shown(new ApiError({ code: 'forbidden', message: '', status: 403 }));
  await vi.advanceTimersByTimeAsync(120_000);
  expect([part.last(), part.ask.mock.calls.length]).toEqual(['refused', 1]);
  part.end();
});
