import type { Happening } from './happening.ts';

/**
 * The order in which things of the same moment belong: what begins before what goes on, and that before what ends. The
 * gateway's threads tell some of them the other way round.
 */
const RANKS: Partial<Record<Happening['kind'], number>> = { began: 0, unbridged: 2, unqueued: 2, over: 3 };
export const rankOf = ({ kind }: Happening): number => RANKS[kind] ?? 1;

/** What tells two happenings apart. The same event, told twice, is one. */
export const keyOf = (happening: Happening): string =>
  happening.kind === 'message-left' || happening.kind === 'call-back-asked'
    ? `${happening.kind} ${happening.call}`
    : [happening.kind, happening.leg.id, happening.at, 'agent' in happening ? happening.agent.id : ''].join(
        ' ',
      );
