import {
  Activity,
  type FloorState,
  type ServiceLevel,
  alertLevelOfTile,
  type FloorAlert,
  type WallFigure,
  type WallTile,
} from '@trunkline/contract';

type Board = Pick<FloorState, 'agents' | 'calls' | 'waiting' | 'service'> & { alerts: readonly FloorAlert[] };

const IN_CALL: readonly number[] = [Activity.ringing, Activity.inCall, Activity.inRoomCall];

const earliest = (moments: readonly string[]): string | null => moments.toSorted()[0] ?? null;

/** A percentage over all channels, rounded down; null where no call was offered. */
function percentOf(service: readonly ServiceLevel[], period: ServiceLevel['period']): number | null {
  const own = service.filter((one) => one.period === period);
  const offered = own.reduce((sum, one) => sum + one.offered, 0);
  const within = own.reduce((sum, one) => sum + one.within_target, 0);
  return offered === 0 ? null : Math.floor((within / offered) * 100);
}

/** The figures of these tiles. Pure. */
export function wallFigures(
  { agents, calls, waiting, service, alerts }: Board,
  tiles: readonly WallTile[],
): WallFigure[] {
  const callers = calls.filter(
    ({ state, direction }) => state === 'queue' || (state === 'ringing' && direction === 'inbound'),
  );
  const countAgents = (isOne: (activity: number) => boolean) =>
    agents.filter(({ user_activity_id: activity }) => isOne(activity)).length;
  const values: Record<WallTile, number | null | { since: string | null }> = {
    menu: calls.filter(({ state }) => state === 'ivr').length,
    callers: callers.length,
    longest: { since: earliest(callers.map(({ started_at: at }) => at)) },
    talking: calls.filter(({ state }) => state === 'connected').length,
    level: percentOf(service, 'half_hour'),
    level_today: percentOf(service, 'today'),
    messages: waiting.reduce((sum, { total }) => sum + total, 0),
    oldest: { since: earliest(waiting.map(({ oldest_at: at }) => at)) },
    ready: countAgents((activity) => activity === Activity.ready),
    in_call: countAgents((activity) => IN_CALL.includes(activity)),
    on_break: countAgents((activity) => activity === Activity.onBreak),
  };
  return tiles.map((tile) => {
    const value = values[tile];
    const isTime = typeof value === 'object' && value !== null;
    const level = alertLevelOfTile(alerts, tile, isTime ? value.since === null : value === 0);
    return isTime ? { tile, value: null, since: value.since, level } : { tile, value, since: null, level };
  });
}
