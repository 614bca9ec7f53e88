import { expect, it, vi } from 'vitest';

/** Loads the modules anew, as a tab of its own would. */
async function openTab() {
  vi.resetModules();
  return import('./expected-call.ts');
}

it('what is taken in one tab is expected in the one that has the phone', async () => {
  const [phone, other] = [await openTab(), await openTab()];
  other.expectCall('081234567890');
  expect(other.expectedRing.get()).toMatchObject({ number: '081234567890' });
  await expect.poll(() => phone.expectedRing.get()).toEqual(other.expectedRing.get());
});
