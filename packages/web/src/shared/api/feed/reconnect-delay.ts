import { SOCKET } from '@trunkline/contract';

/** How long to wait before the next attempt: doubling between the two limits, spread by the random factor. */
export function reconnectDelayMs(attempt: number, random: number = Math.random()): number {
  const { reconnectionDelayMs, reconnectionDelayMaxMs, randomizationFactor } = SOCKET;
  const base = Math.min(reconnectionDelayMs * 2 ** attempt, reconnectionDelayMaxMs);
  const spread = base * randomizationFactor * (random * 2 - 1);
  return Math.min(Math.max(Math.round(base + spread), 0), reconnectionDelayMaxMs);
}
