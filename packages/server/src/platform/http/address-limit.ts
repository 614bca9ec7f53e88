import net from 'node:net';
import { AppError } from '../errors.ts';

const WINDOW_MS = 60_000;

type Window = { endsAt: number; marks: Set<string> };

/**
 * Limits how many different things (marks) an address may ask for per minute, whatever tokens it uses: those can be made up.
 */
export function createAddressLimit(perMinute: number, now: () => number = () => performance.now()) {
  const windows = new Map<string, Window>();
  let sweepAt = now() + WINDOW_MS;

  function windowOf(address: string): Window | undefined {
    const window = windows.get(networkOf(address));
    return window && window.endsAt > now() ? window : undefined;
  }

  function sweep(): void {
    if (now() < sweepAt) return;
    sweepAt = now() + WINDOW_MS;
    for (const [network, { endsAt }] of windows) if (endsAt <= now()) windows.delete(network);
  }

  return {
    /** Throws where this address has used up its limit. What was counted before may be repeated. */
    demand(address: string, mark: string): void {
      const window = windowOf(address);
      if (!window || window.marks.size < perMinute || window.marks.has(mark)) return;
      throw new AppError('too_many_requests', {
        retry_after_seconds: Math.ceil((window.endsAt - now()) / 1000),
      });
    },

    count(address: string, mark: string): void {
      sweep();
      const window = windowOf(address) ?? { endsAt: now() + WINDOW_MS, marks: new Set() };
      window.marks.add(mark);
      windows.set(networkOf(address), window);
    },
  };
}

/** Whoever has one IPv6 address has a network of 2^64 of them: they count as one. */
export function networkOf(address: string): string {
  if (net.isIP(address) !== 6) return address;
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  const [before = [], after] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = after ? Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0') : [];
  const groups = [...before, ...zeros, ...(after ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
