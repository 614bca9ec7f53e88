import { monitorEventLoopDelay } from 'node:perf_hooks';

const EVERY_MS = 1000;
/** Packets delayed longer than this by the event loop are audible. */
const DELAY_MAX_MS = 50;

export type Load = { cpu: number; delayMs: number };

/** The load of this process: the share of one core over the last second, and the delay of the event loop. */
export function createLoadMeter() {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let cpu = 0;
  let delayMs = 0;
  let last = { atMs: performance.now(), usage: process.cpuUsage() };
  const timer = setInterval(() => {
    const now = { atMs: performance.now(), usage: process.cpuUsage() };
    const usedUs = now.usage.user + now.usage.system - last.usage.user - last.usage.system;
    cpu = usedUs / 1000 / (now.atMs - last.atMs);
    delayMs = Math.max(0, delays.percentile(99) / 1e6 - 10);
    delays.reset();
    last = now;
  }, EVERY_MS);
  timer.unref();
  return {
    now: (): Load => ({ cpu, delayMs }),
    /** Whether a new participant can join without harm to the others; a limit of 1 admits everybody. */
    hasRoom: (cpuMax: number): boolean => cpuMax >= 1 || (cpu < cpuMax && delayMs < DELAY_MAX_MS),
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
