const LEVELS = ['trace', 'debug', 'info', 'log', 'warn', 'error', 'setLevel', 'setDefaultLevel'] as const;

/**
 * Replaces LiveKit's client in the bundle of backgrounds: the processors import only its logger, which would bring the
 * whole client along.
 */
export function getLogger(): Record<string, () => void> {
  return Object.fromEntries(LEVELS.map((name) => [name, () => undefined]));
}
