import { expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { withConstantTiming, isHiddenHost } from './own-network.ts';
import { createPrivateHosts } from './private-hosts.ts';

/** How an attempt ends, and after how many milliseconds. */
async function endOf(attempt: () => Promise<void>, isTelling = true) {
  const clock = testClock();
  let end = 'none';
  const options = { clock, isTelling: () => isTelling, tooLate: () => new Error('too late') };
  const running = withConstantTiming(attempt, options).then(
    () => (end = 'done'),
    (error: Error) => (end = error.message),
  );
  const settled = () => new Promise((resolve) => void setImmediate(resolve));
  await settled();
  if (end !== 'none') return { end, waited: false };
  clock.advance(5900);
  await settled();
  expect(end).toBe('none');
  clock.advance(200);
  await running;
  return { end, waited: true };
}

it('a failure that tells what is there comes as late as every other, and in its words', async () => {
  const refused = () => Promise.reject(new Error('refused'));
  const silent = () => new Promise<void>(() => undefined);
  expect(await endOf(refused)).toEqual({ end: 'too late', waited: true });
  expect(await endOf(silent)).toEqual({ end: 'too late', waited: true });
});

it('a success, and what such a server itself says, come at once', async () => {
  expect(await endOf(() => Promise.resolve())).toEqual({ end: 'done', waited: false });
  expect(await endOf(() => Promise.reject(new Error('wrong password')), false)).toEqual({
    end: 'wrong password',
    waited: false,
  });
});

it('hidden is what is on our own network, unless it was opened', async () => {
  expect(await isHiddenHost(createPrivateHosts([]), 'localhost')).toBe(true);
  expect(await isHiddenHost(createPrivateHosts([]), '[::1]')).toBe(true);
  expect(await isHiddenHost(createPrivateHosts(['localhost']), 'localhost')).toBe(false);
  expect(await isHiddenHost(createPrivateHosts(['127.0.0.0/8']), '127.0.0.1')).toBe(false);
  expect(await isHiddenHost(createPrivateHosts([]), '203.0.113.7')).toBe(false);
});
