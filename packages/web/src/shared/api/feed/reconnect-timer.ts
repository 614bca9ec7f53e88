import { reconnectDelayMs } from './reconnect-delay.ts';

type ReconnectTimer = {
  /** Schedules the next attempt, later with every call. */
  later(): void;
  /** Cancels the scheduled attempt; the next delay is a short one again. */
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
