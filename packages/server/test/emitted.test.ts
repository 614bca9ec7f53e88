import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from './app.ts';
import { takeContractViolations } from './emitted.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const emit = (payload: object) =>
  t.platform.db.transaction(async (tx) => {
    tx.emit('ticket-removed', payload as never, ['nobody']);
    return Promise.resolve();
  });

it('what is sent as the contract says is fine', async () => {
  const heard: string[] = [];
  t.platform.events.onEvent(({ name }) => void heard.push(name));
  t.app.realtime.signal(['nobody'], 'session-ended', { reason: 'expired' });
  await emit({ id: 77 });
  await expect.poll(() => heard).toEqual(['ticket-removed']);
  expect(takeContractViolations()).toEqual([]);
});

it.each([
  ['a wrong value', { id: '77' }, /ticket-removed: .*number/s],
  ['something left out', {}, /ticket-removed: /],
  ['something too much', { id: 77, subject: 'Secret' }, /says more than its schema/],
])('%s in an event is noticed, also where nobody hears it', async (_what, payload, complaint) => {
  await emit(payload);
  const found: string[] = [];
  await expect.poll(() => found.push(...takeContractViolations())).toBeGreaterThan(0);
  expect(found.join()).toMatch(complaint);
});

it('a wrong signal is noticed, and one that the contract does not know', async () => {
  t.app.realtime.signal(['nobody'], 'session-ended', { reason: 'bored' } as never);
  t.app.realtime.io.to('nobody').emit('surprise', {});
  expect(takeContractViolations().join()).toMatch(/session-ended: .*"surprise" is no event of the contract/s);
});

it('what is sent to one socket alone is looked at as well', async () => {
  await t.connect('dewi');
  for (const socket of t.app.realtime.sockets()) socket.emit('ticket-removed', { id: 77 }, { seq: 'one' });
  await expect.poll(() => takeContractViolations().join()).toMatch(/instead of its number/);
});
