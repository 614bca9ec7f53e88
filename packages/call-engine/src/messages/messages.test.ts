import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeStream } from '../testing/fake-page.ts';
import { setUp } from '../testing/set-up.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaStream', FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function joined() {
  const all = setUp();
  await all.join();
  const write = (count: number) => {
    for (let index = 0; index < count; index += 1)
      void all.engine.handle({ action: 'app-msg', data: index, to: '*' });
  };
  return { ...all, write };
}

test('300 messages in a row go out in their order, and never faster than the server takes them', async () => {
  const { write, transport } = await joined();
  write(300);
  let before = 0;
  for (let second = 0; second < 5; second += 1) {
    expect(transport.data.length - before).toBeLessThanOrEqual(second === 0 ? 200 : 50);
    before = transport.data.length;
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(transport.data.map(({ text }) => Number(text))).toEqual(Array.from({ length: 300 }, (_, at) => at));
});

test('messages written after leaving the room are not sent', async () => {
  const { write, transport, engine } = await joined();
  write(300);
  await engine.handle({ action: 'leave-meeting' });
  const { length } = transport.data;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(transport.data).toHaveLength(length);
});

test('a full queue of messages is reported, and so is a message that fails', async () => {
  const { write, named, transport } = await joined();
  write(3000);
  const [told] = named('nonfatal-error');
  expect(told).toMatchObject({
    type: 'app-message-error',
    errorMsg: expect.stringMatching(/too many/i) as string,
  });
  transport.sendData = () => Promise.reject(new Error('no line'));
  const before = named('nonfatal-error').length;
  await vi.advanceTimersByTimeAsync(1000);
  expect(named('nonfatal-error').at(before)).toMatchObject({ errorMsg: 'no line' });
});
