import {
  createWebForm,
  getForm,
  listFormSpam,
  listWebForms,
  sendForm,
  acceptFormSpam,
  updateWebForm,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import { siteOf } from '#platform/http/sites';
import type { WebForms } from './service.ts';

export function webFormRoutes(http: Http, { forms, sending, spam }: WebForms): void {
  http.route(listWebForms, async () => ({ data: await forms.list() }));
  http.route(createWebForm, async ({ viewer, body }) => ({ data: await forms.create(viewer, body) }));
  http.route(updateWebForm, async ({ viewer, params, body }) => ({
    data: await forms.update(viewer, params.id, body),
  }));
  http.route(listFormSpam, ({ params, query }) => spam.list(params.id, query));
  http.route(acceptFormSpam, async ({ viewer, params }) => ({
    data: await spam.accept(viewer, params.id, params.spamId),
  }));
  http.publicRoute(getForm, async ({ params, request, reply }) => {
    // The challenge in the response works only once.
    reply.header('cache-control', 'no-store');
    return { data: await forms.show(params.key, siteOf(request)) };
  });
  http.publicRoute(sendForm, async ({ params, body, request }) => {
    await sending.send(params.key, body, { site: siteOf(request), address: request.ip });
    return { ok: true } as const;
  });
}
