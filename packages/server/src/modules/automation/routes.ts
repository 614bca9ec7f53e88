import { listRuleRuns, listRuleStates, tryRule } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Automation } from './service.ts';

export function automationRoutes(http: Http, automation: Automation): void {
  http.route(listRuleRuns, ({ viewer, query }) => automation.listRuns(viewer, query));
  http.route(listRuleStates, async () => ({ data: await automation.listStates() }));
  http.route(tryRule, async ({ viewer, body }) => ({ data: await automation.tryRule(viewer, body) }));
}
