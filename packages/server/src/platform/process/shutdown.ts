type Stop = () => Promise<void> | void;

const PATIENCE_MS = 15_000;
const PARENT_CHECK_MS = 500;

/** Stops what was started, in reverse order, when the process is told to end or its parent is gone. */
export function createShutdown(say: (line: string) => void) {
  const stops: { name: string; stop: Stop }[] = [];
  let running: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (const { name, stop } of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        say(`Could not stop the ${name} cleanly: ${String(error)}`);
      }
    }
  }

  const run = (): Promise<void> => (running ??= stopAll());

  function end(why: string): void {
    if (running) return;
    say(`Stopping (${why})`);
    // If something hangs the process ends anyway: the next start recovers.
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    void run().then(() => {
      say('Stopped');
      process.exit(0);
    });
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  // npm dies of a signal without passing it on, so nobody else would stop us.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end('the process that started this one is gone');
  }, PARENT_CHECK_MS).unref();

  return { add: (name: string, stop: Stop) => void stops.push({ name, stop }), run };
}
