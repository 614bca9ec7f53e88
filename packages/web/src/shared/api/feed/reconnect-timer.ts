import { reconnectDelayMs } from './reconnect-delay.ts';

type ReconnectTimer = {
  /** Tries again after a while, longer with every attempt. */
  later(): void;
  /** Stops waiting; the next wait is a short one again. */
  reset(): void;
};

/** Waits between attempts to connect. */
export function createReconnectTimer(open: () => void): ReconnectTimer {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function fire(): void {
    timer = null;
    open();
  }

  return {
    later() {
      if (timer) return;
      timer = setTimeout(fire, reconnectDelayMs(attempt));
      attempt += 1;
    },
    reset() {
      if (timer) clearTimeout(timer);
      timer = null;
      attempt = 0;
    },
  };
}
