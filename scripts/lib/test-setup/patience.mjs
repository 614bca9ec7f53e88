// Vitest setup file: `vi.waitFor` waits as long as `expect.poll` does (vitest.config.ts).
import { vi } from 'vitest';

const { waitFor } = vi;
vi.waitFor = (work, options = {}) =>
  waitFor(work, { timeout: 10_000, ...(typeof options === 'number' ? { timeout: options } : options) });
