import {
  acknowledgeAlert,
  createAlertRule,
  createWallLink,
  getFloor,
  getFloorReplay,
  giveTickets,
  listAlertRules,
  listFloorAlerts,
  listLiveCalls,
  listWallLinks,
  removeAlertRule,
  revokeWallLink,
  sendFloorNotice,
  setAgentActivity,
  signAgentOut,
  updateAlertRule,
  sendNoteToAssignee,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Monitoring } from './service.ts';

export function monitoringRoutes(http: Http, { floor, actions, walls, alerts, replays }: Monitoring): void {
  http.route(getFloor, async ({ viewer }) => ({ data: await floor.boardFor(viewer) }));
  http.route(getFloorReplay, async ({ viewer, query }) => ({
    data: await replays.at(viewer, new Date(query.at)),
  }));
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
  http.route(sendNoteToAssignee, async ({ viewer, params, body }) => ({
    data: await actions.noteToAssignee(viewer, params.id, body),
  }));
  http.route(sendFloorNotice, async ({ viewer, body }) => ({
    data: { sent_to: await actions.sendNotice(viewer, body) },
  }));
  http.route(listWallLinks, async () => ({ data: await walls.list() }));
  http.route(createWallLink, ({ viewer, body }) => walls.create(viewer, body));
  http.route(revokeWallLink, async ({ viewer, params }) => {
    await walls.revoke(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(listAlertRules, async ({ viewer }) => ({
    data: await alerts.listRules(viewer),
    can_mail: await alerts.canMail(),
  }));
  http.route(createAlertRule, async ({ viewer, body }) => ({ data: await alerts.createRule(viewer, body) }));
  http.route(updateAlertRule, async ({ viewer, params, body }) => ({
    data: await alerts.updateRule(viewer, params.id, body),
  }));
  http.route(removeAlertRule, async ({ viewer, params }) => {
    await alerts.removeRule(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(listFloorAlerts, ({ viewer, query }) => alerts.list(viewer, query));
  http.route(acknowledgeAlert, async ({ viewer, params }) => ({
    data: await alerts.acknowledge(viewer, params.id),
  }));
}
