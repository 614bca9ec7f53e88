import {
  activatePerson,
  changeEmail,
  createPerson,
  deactivatePerson,
  erasePerson,
  extendWrapUp,
  getOpenWork,
  getReference,
  getUser,
  getUserActivity,
  importPeople,
  listAgents,
  listPeople,
  sendInvitation,
  setActivity,
  updatePerson,
  updateUser,
  withdrawInvitation,
} from '@trunkline/contract';
import { uploadOf, type Http } from '#platform/http';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import type { Agents } from './service.ts';

type Deps = { agents: Agents; auth: Auth; settings: Settings; listTags: () => Promise<string[]> };

export function agentRoutes(http: Http, { agents, auth, settings, listTags }: Deps): void {
  http.route(getUser, ({ viewer }) => agents.currentUser(viewer));
  http.route(updateUser, async ({ viewer, body }) => {
    await auth.updateProfile(viewer, body);
    return agents.currentUser(viewer);
  });
  http.route(changeEmail, async ({ viewer, body }) => {
    await auth.changeEmail(viewer, body);
    return agents.currentUser(viewer);
  });
  http.route(getUserActivity, async ({ query }) => ({ data: await agents.activity(query.id) }));
  http.route(listAgents, async () => ({ data: await agents.list() }));
  peopleRoutes(http, agents);
  http.route(setActivity, async ({ viewer, body }) => ({ data: await agents.choose(viewer, body) }));
  http.route(extendWrapUp, async ({ viewer }) => ({ data: await agents.wrapUp.extend(viewer) }));
  http.route(getReference, async () => ({
    data: {
      ...(await settings.listReference()),
      activities: await agents.listActivities(),
      tags: await listTags(),
    },
  }));
}

function peopleRoutes(http: Http, agents: Agents): void {
  http.route(listPeople, async () => ({ data: await agents.listPeople() }));
  http.route(createPerson, ({ viewer, body }) => agents.createPerson(viewer, body));
  http.route(updatePerson, async ({ viewer, params, body }) => ({
    data: await agents.updatePerson(viewer, params.id, body),
  }));
  http.route(sendInvitation, async ({ viewer, params }) => ({
    data: await agents.sendInvitation(viewer, params.id),
  }));
  http.route(withdrawInvitation, async ({ viewer, params }) => ({
    data: await agents.withdrawInvitation(viewer, params.id),
  }));
  http.route(importPeople, async ({ viewer, query, request }) => {
    const { bytes } = await uploadOf(request);
    const options = { isApplied: query.apply === 'yes', isInviting: query.invite === 'yes' };
    return { data: await agents.importPeople(viewer, { bytes, ...options }) };
  });
  http.route(getOpenWork, async ({ params }) => ({ data: await agents.leavingOf(params.id) }));
  http.route(deactivatePerson, async ({ viewer, params, body }) => ({
    data: await agents.deactivatePerson(viewer, params.id, body),
  }));
  http.route(erasePerson, async ({ viewer, params, body }) => {
    await agents.erasePerson(viewer, params.id, body.version);
    return { ok: true as const };
  });
  http.route(activatePerson, async ({ viewer, params, body }) => ({
    data: await agents.activatePerson(viewer, params.id, body.version),
  }));
}
