import { Readable } from 'node:stream';
import {
  createMessagingAccount,
  listAccountTemplates,
  listLostAccounts,
  listMessageTemplates,
  listMessagingAccounts,
  listTicketTemplates,
  receiveWebhook,
  refreshAccountTemplates,
  removeMessagingAccount,
  retryUnprocessedDeliveries,
  submitMessageTemplate,
  testMessagingAccount,
  updateMessagingAccount,
  uploadTemplateFile,
  verifyWebhook,
} from '@trunkline/contract';
import { uploadOf, type Http } from '#platform/http';
import type { Messaging } from './service.ts';

export function messagingRoutes(
  http: Http,
  { accounts, lost, webhookReceiver, unprocessed, templates, newTemplates }: Messaging,
): void {
  http.route(listMessagingAccounts, async () => ({ data: await accounts.list() }));
  http.route(listLostAccounts, ({ viewer }) => lost.list(viewer));
  http.route(createMessagingAccount, async ({ viewer, body }) => ({
    data: await accounts.create(viewer, body),
  }));
  http.route(updateMessagingAccount, async ({ viewer, params, body }) => ({
    data: await accounts.update(viewer, params.id, body),
  }));
  http.route(removeMessagingAccount, async ({ viewer, params }) => ({
    ok: true as const,
    ...(await accounts.remove(viewer, params.id)),
  }));
  http.route(testMessagingAccount, async ({ params }) => ({ data: await accounts.test(params.id) }));
  http.route(retryUnprocessedDeliveries, async ({ viewer, params }) => ({
    data: await unprocessed.retry(viewer, params.id),
  }));
  http.route(listAccountTemplates, async ({ params }) => ({ data: await templates.list(params.id) }));
  http.route(refreshAccountTemplates, async ({ params }) => ({ data: await templates.refresh(params.id) }));
  http.route(listMessageTemplates, async () => ({ data: await templates.byAccount() }));
  http.route(uploadTemplateFile, async ({ viewer, request }) => ({
    data: await newTemplates.storeFile(viewer, await uploadOf(request)),
  }));
  http.route(submitMessageTemplate, async ({ viewer, body: { account_id: id, ...template } }) => ({
    data: await newTemplates.submit(viewer, id, template),
  }));
  http.route(listTicketTemplates, async ({ viewer, params, query }) => ({
    data: await templates.forTicket(viewer, params.id, query.conversation_id),
  }));
  http.publicRoute(verifyWebhook, async ({ params, query, reply }) => {
    reply.header('content-type', 'text/plain; charset=utf-8');
    return Readable.from([await webhookReceiver.verify(params, query)]);
  });
  http.publicRoute(
    receiveWebhook,
    async ({ params, request, reply }) => {
      const { headers, body, url } = request;
      const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
      const acknowledgement = await webhookReceiver.receive(params, {
        headers,
        body: Buffer.isBuffer(body) ? body : EMPTY,
        search,
      });
      const { type, body: words } = acknowledgement ?? ALL_WELL;
      reply.header('content-type', `${type}; charset=utf-8`);
      return Readable.from([words]);
    },
    { admit: webhookReceiver.demandKnown },
  );
}

const ALL_WELL = { type: 'application/json', body: '{"ok":true}' };
const EMPTY = Buffer.alloc(0);
