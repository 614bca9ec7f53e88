import {
  changeEmail,
  extendWrapUp,
  getReference,
  getUser,
  getUserActivity,
  listAgents,
  listPeople,
  setActivity,
  updatePerson,
  updateUser,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
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
  http.route(listPeople, async () => ({ data: await agents.listPeople() }));
  http.route(updatePerson, async ({ viewer, params, body }) => ({
    data: await agents.updatePerson(viewer, params.id, body),
  }));
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
