import {
  getFloor,
  giveTickets,
  listLiveCalls,
  sendFloorNotice,
  setAgentActivity,
  signAgentOut,
  whisperOnTicket,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Monitoring } from './service.ts';

export function monitoringRoutes(http: Http, { floor, actions }: Monitoring): void {
  http.route(getFloor, async ({ viewer }) => ({ data: await floor.boardFor(viewer) }));
  http.route(listLiveCalls, async ({ viewer }) => {
    const { at, calls, escorts } = await floor.boardFor(viewer);
    return { data: { at, calls, escorts } };
  });
  http.route(setAgentActivity, async ({ viewer, params, body }) => ({
    data: await actions.setActivity(viewer, params.id, body),
  }));
  http.route(signAgentOut, async ({ viewer, params }) => {
    await actions.signOut(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(giveTickets, async ({ viewer, body }) => ({ data: await actions.give(viewer, body) }));
  http.route(whisperOnTicket, async ({ viewer, params, body }) => ({
    data: await actions.whisper(viewer, params.id, body),
  }));
  http.route(sendFloorNotice, async ({ viewer, body }) => ({
    data: { sent_to: await actions.sendNotice(viewer, body) },
  }));
}
