import type { GatewayCallEvent } from './gateway-call-event.ts';

/**
 * The order of happenings at the same moment: beginnings first, then others, then ends. The gateway's threads report some of
 * them in reverse.
 */
const RANKS: Partial<Record<GatewayCallEvent['kind'], number>> = {
  began: 0,
  unbridged: 2,
  unqueued: 2,
  over: 3,
};
export const eventRank = ({ kind }: GatewayCallEvent): number => RANKS[kind] ?? 1;

/** The key of a happening: the same event, received twice, has the same key. */
export const eventKey = (happening: GatewayCallEvent): string =>
  happening.kind === 'message-left' || happening.kind === 'call-back-asked'
    ? `${happening.kind} ${happening.call}`
    : [happening.kind, happening.leg.id, happening.at, 'agent' in happening ? happening.agent.id : ''].join(
        ' ',
      );
