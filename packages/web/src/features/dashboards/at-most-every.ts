/** Runs `run` when it is called, at most so often; calls in between are one later run. `stop` forgets what is to come. */
export function atMostEvery(ms: number, run: () => void): { call: () => void; stop: () => void } {
  let last = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function fire(): void {
    timer = undefined;
    last = Date.now();
    run();
  }
  return {
    call: () => void (timer ??= setTimeout(fire, Math.max(0, last + ms - Date.now()))),
    stop: () => clearTimeout(timer),
  };
}
