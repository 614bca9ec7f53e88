import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { FormChallenge } from '@trunkline/contract';

/** How long it computes before it lets the page handle events. */
const SLICE_MS = 12;

/**
 * Finds the proof of work that the server requires of a form. Not by the browser's own SHA-256, which needs HTTPS and
 * takes longer to answer than to compute.
 */
export async function solve({ token, bits }: Pick<FormChallenge, 'token' | 'bits'>): Promise<number> {
  const prefix = `${token}:`;
  let solution = 0;
  for (;;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      if (zeroBits(sha256(utf8ToBytes(prefix + solution))) >= bits) return solution;
      solution += 1;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function zeroBits([a = 0, b = 0, c = 0, d = 0]: Uint8Array): number {
  return Math.clz32(((a << 24) | (b << 16) | (c << 8) | d) >>> 0);
}
