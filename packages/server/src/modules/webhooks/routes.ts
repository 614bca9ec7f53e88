import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  replayWebhookDelivery,
  restoreWebhook,
  resumeWebhook,
  testWebhook,
  updateWebhook,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Webhooks } from './service.ts';

const OK = { ok: true } as const;

export function webhookRoutes(http: Http, webhooks: Webhooks): void {
  http.route(listWebhooks, async () => ({ data: await webhooks.list() }));
  http.route(createWebhook, ({ viewer, body }) => webhooks.create(viewer, body));
  http.route(updateWebhook, async ({ viewer, params, body }) => ({
    data: await webhooks.update(viewer, params.id, body),
  }));
  http.route(removeWebhook, ({ viewer, params }) => webhooks.remove(viewer, params.id).then(() => OK));
  http.route(restoreWebhook, async ({ viewer, params }) => ({
    data: await webhooks.restore(viewer, params.id),
  }));
  http.route(renewWebhookSecret, async ({ viewer, params }) => ({
    secret: await webhooks.renewSecret(viewer, params.id),
  }));
  http.route(testWebhook, async ({ viewer, params }) => ({ data: await webhooks.test(viewer, params.id) }));
  http.route(resumeWebhook, async ({ viewer, params }) => ({
    data: await webhooks.resume(viewer, params.id),
  }));
  http.route(listWebhookDeliveries, ({ params, query }) => webhooks.listDeliveries(params.id, query));
  http.route(replayWebhookDelivery, async ({ viewer, params }) => ({
    data: await webhooks.replay(viewer, params.id),
  }));
}
