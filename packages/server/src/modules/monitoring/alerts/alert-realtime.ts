import type { FloorAlert } from '@trunkline/contract';
import { demand } from '#platform/access';
import type { Platform } from '#platform/platform';
import type { Realtime } from '#platform/realtime';
import type { AgentSocket } from '#platform/realtime/agent-socket';
import { createRerunner } from '#platform/realtime/followers';
import { floorScopeOf, type FloorScope } from '../floor/floor-scope.ts';
import { createScopeRooms } from '../floor/scope-rooms.ts';
import * as store from './alert-store.ts';

/** The topic `alerts`: sends the active alerts to new subscribers, and to all on every change. */
export function alertRealtime(
  realtime: Realtime,
  { db, clock, notices, log }: Pick<Platform, 'db' | 'clock' | 'notices' | 'log'>,
): void {
  const rooms = createScopeRooms(realtime, 'alerts');
  const newcomers = new Set<AgentSocket>();
  let isChanged = false;
  // One query after the other, so that nobody gets an older result last.
  const rounds = createRerunner(emitAlerts, (error) => log.warn({ err: error }, 'could not tell the alerts'));

  realtime.watchTopic('alerts', (viewer) => {
    demand(viewer, 'MONITORING:VIEW');
    return Promise.resolve([rooms.roomOf(floorScopeOf(viewer))]);
  });
  realtime.onTopicChange((topic, socket) => {
    if (topic !== 'alerts') return;
    if (!socket.data.topics.has(topic)) return void newcomers.delete(socket);
    newcomers.add(socket);
    rounds.wake();
  });
  notices.on('floor-alerts', () => {
    isChanged = true;
    rounds.wake();
  });

  async function emitAlerts(): Promise<void> {
    const isForAll = isChanged;
    const fresh = [...newcomers];
    isChanged = false;
    newcomers.clear();
    if (fresh.length === 0 && !rooms.isAnybodyThere()) return;
    const all = await store.listActiveAlerts(db.q);
    const payloadFor = (sight: FloorScope) => ({
      at: clock.now().toISOString(),
      alerts: all.filter((alert: FloorAlert) => store.isAlertVisible(sight, alert)),
    });
    if (isForAll) rooms.forEach((room, sight) => realtime.signal([room], 'floor-alerts', payloadFor(sight)));
    for (const socket of fresh) socket.emit('floor-alerts', payloadFor(floorScopeOf(socket.data.viewer)));
  }
}
