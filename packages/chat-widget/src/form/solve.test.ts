import { expect, it } from 'vitest';
import { solve } from './solve.ts';

it('finds what begins with so many zero bits, as the browser’s own SHA-256 counts them', async () => {
  const token = '1700000000000.10.abc.def';
  const solution = await solve({ token, bits: 10 });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${token}:${solution}`));
  expect(Math.clz32(new DataView(digest).getUint32(0))).toBeGreaterThanOrEqual(10);
});
