import { createWorkerThreads } from '../src/platform/process/threads.ts';

type Threads = ReturnType<typeof createWorkerThreads<unknown, unknown>>;
type SharedGlobals = typeof globalThis & { trunklineTestThreads?: Map<string, Threads> };

/** Threads that all apps of this process share, as each takes a second to start; they end with the process. */
export const sharedThreads: typeof createWorkerThreads = <Said, Answer>(
  options: Parameters<typeof createWorkerThreads>[0],
) => {
  const kept = ((globalThis as SharedGlobals).trunklineTestThreads ??= new Map());
  const key = `${options.program.toString()} ${options.most}`;
  const threads = kept.get(key) ?? createWorkerThreads<unknown, unknown>(options);
  kept.set(key, threads);
  return { ...threads, stop: async () => {} } as ReturnType<typeof createWorkerThreads<Said, Answer>>;
};
