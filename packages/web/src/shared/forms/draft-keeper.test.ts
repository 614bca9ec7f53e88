import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepDraft, type DraftState } from './draft-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A device and a server that can be made unreachable or slow. */
function setUp({ local = null as string | null } = {}) {
  const told: DraftState[] = [];
  const sent: string[] = [];
  const world = { local, isDown: false, hold: undefined as Promise<void> | undefined };
  const keeper = keepDraft<string>({
    first: local ?? '',
    read: () => world.local,
    write: (draft) => void (world.local = draft),
    put: async (draft) => {
      await world.hold;
      if (world.isDown) throw new Error('offline');
      sent.push(draft);
    },
    isEmpty: (draft) => draft === '',
    onState: (state) => told.push(state),
  });
  return { told, sent, world, keeper };
}

it('saves after a pause, and holds it on this device until then', async () => {
  const { keeper, sent, told, world } = setUp();
  keeper.change('H');
  await vi.advanceTimersByTimeAsync(300);
  keeper.change('Hello');
  expect(world.local).toBe('Hello');
  await vi.advanceTimersByTimeAsync(700);
  expect(sent).toEqual(['Hello']);
  expect(world.local).toBeNull();
  expect(told.at(-1)).toBe('saved');
});

it('tries again where the server is out of reach, and loses nothing meanwhile', async () => {
  const { keeper, sent, told, world } = setUp();
  world.isDown = true;
  keeper.change('Hello');
  await vi.advanceTimersByTimeAsync(700);
  expect(told.at(-1)).toBe('failed');
  expect(world.local).toBe('Hello');
  world.isDown = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual(['Hello']);
  expect(world.local).toBeNull();
});

it('is empty once everything was deleted, also where the server is out of reach', async () => {
  const { keeper, told, world } = setUp();
  world.isDown = true;
  keeper.change('Hello');
  await vi.advanceTimersByTimeAsync(700);
  keeper.change('');
  expect(told.at(-1)).toBe('empty');
  await vi.advanceTimersByTimeAsync(700);
  expect(told.at(-1)).toBe('empty');
  expect(world.local).toBe('');
});

it('keeps what was written while an older state was on its way', async () => {
  const { keeper, sent, world } = setUp();
  let arrive = () => {};
  world.hold = new Promise((resolve) => (arrive = resolve));
  keeper.change('Hello');
  await vi.advanceTimersByTimeAsync(700);
  keeper.change('Hello there');
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.local).toBe('Hello there');
  await vi.advanceTimersByTimeAsync(700);
  expect(sent).toEqual(['Hello', 'Hello there']);
  expect(world.local).toBeNull();
});

it('brings what this device held to the server, and saves at once when the page is left', async () => {
  const { keeper, sent } = setUp({ local: 'From before' });
  keeper.come();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['From before']);
  keeper.change('More');
  keeper.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['From before', 'More']);
});

it('tries no more once its page has gone, and leaves it on this device', async () => {
  const { keeper, sent, world } = setUp();
  world.isDown = true;
  keeper.change('Hello');
  keeper.leave();
  keeper.gone();
  await vi.advanceTimersByTimeAsync(60_000);
  world.isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  expect(world.local).toBe('Hello');
});

it('says empty when nothing is left, and forgets what was sent', async () => {
  const { keeper, sent, told, world } = setUp();
  keeper.change('');
  keeper.save();
  await vi.advanceTimersByTimeAsync(0);
  expect(told.at(-1)).toBe('empty');
  keeper.change('Sent by now');
  keeper.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['']);
  expect(world.local).toBeNull();
});
