import { readFileSync } from 'node:fs';

/** The processor time in ms that this thread takes for some work, which does not grow with what else the machine does. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const begin = threadCpuMs();
  await run();
  return threadCpuMs() - begin;
}

/** Without the threads of other tests in this process, and without those that collect garbage beside it. */
function threadCpuMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // This file exists on Linux only.
    return process.cpuUsage().user / 1000;
  }
}
