import { createThreads } from '../src/platform/process/threads.ts';

type Threads = ReturnType<typeof createThreads<unknown, unknown>>;
type Kept = typeof globalThis & { trunklineTestThreads?: Map<string, Threads> };

/** Threads that all apps of this process share, as each takes a second to start; they end with the process. */
export const sharedThreads: typeof createThreads = <Said, Answer>(
  options: Parameters<typeof createThreads>[0],
) => {
  const kept = ((globalThis as Kept).trunklineTestThreads ??= new Map());
  const key = `${options.program.toString()} ${options.most}`;
  const threads = kept.get(key) ?? createThreads<unknown, unknown>(options);
  kept.set(key, threads);
  return { ...threads, stop: async () => {} } as ReturnType<typeof createThreads<Said, Answer>>;
};
