/** @module-tag full */
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { testApp } from './app.ts';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

async function openAndClose(): Promise<WeakRef<object>> {
  const t = await testApp();
  const kept = new WeakRef(t.app.http.app);
  await t.as('admin', 'GET', '/api/tickets');
  await t.close();
  return kept;
}

it('a server that was closed stays in nobody’s memory', async () => {
  const kept = await openAndClose();
  const isGone = () => {
    collectGarbage();
    return kept.deref() === undefined;
  };
  await expect.poll(isGone, { timeout: 10_000 }).toBe(true);
});
