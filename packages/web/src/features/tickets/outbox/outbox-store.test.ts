import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';

const call = vi.hoisted(() =>
  vi.fn<(endpoint: unknown, request: { body: { body: string } }) => Promise<unknown>>(),
);
vi.mock('#shared/api/call.ts', () => ({ call }));
vi.mock('../api.ts', () => ({ showMessage: () => undefined }));
const { discardWithUndo, send } = await import('./outbox-store.ts');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const message = (client_key: string, body: string) => ({
  client_key,
  body,
  ticket_id: 1,
  kind: 'reply' as const,
  attachments: [],
  created_at: '2026-11-20T08:00:00.000Z',
});

it('what could not be sent goes out by itself while the socket lives, in the order in which it was written', async () => {
  let isDown = true;
  const arrived: string[] = [];
  call.mockImplementation((_endpoint, { body }) => {
    if (isDown) return Promise.reject(new ApiError({ code: 'offline', message: 'no line' }));
    arrived.push(body.body);
    return Promise.resolve({ data: {} });
  });
  expect(await send(message('key-00000001', 'first'))).toBe(false);
  isDown = false;
  // The connection is back without notice; the later message still waits for the earlier one.
  expect(await send(message('key-00000002', 'second'))).toBe(false);
  expect(arrived).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(arrived).toEqual(['first', 'second']);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(arrived).toHaveLength(2);
});

it('what was discarded and is put back goes out as if it had never been', async () => {
  let isDown = true;
  const arrived: string[] = [];
  call.mockImplementation((_endpoint, { body }) => {
    if (isDown) return Promise.reject(new ApiError({ code: 'offline', message: 'no line' }));
    arrived.push(body.body);
    return Promise.resolve({ data: {} });
  });
  await send(message('key-00000003', 'third'));
  await send(message('key-00000004', 'fourth'));
  const undo = discardWithUndo('key-00000003');
  isDown = false;
  undo();
  await vi.advanceTimersByTimeAsync(0);
  expect(arrived).toEqual(['third', 'fourth']);

  call.mockRejectedValue(new ApiError({ code: 'forbidden', message: 'no' }));
  await send(message('key-00000005', 'fifth'));
  discardWithUndo('key-00000005')();
  call.mockClear();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(call).not.toHaveBeenCalled();
  discardWithUndo('key-00000005');
});
