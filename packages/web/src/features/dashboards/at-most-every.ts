/** Limits calls of `run` to one per `ms`; calls in between become one later run. `stop` cancels a run that is still to come. */
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
