import {
  createMailbox,
  getAnswerRecipients,
  getMailFile,
  getMailFrame,
  getMessageHtml,
  getMessageSource,
  listMailboxes,
  removeMailbox,
  retryMessage,
  testMailbox,
  updateMailbox,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Email } from './service.ts';

export function emailRoutes(http: Http, { mailboxes, outbox, answers, view, test }: Email): void {
  http.route(listMailboxes, async () => ({ data: await mailboxes.list() }));
  http.route(createMailbox, async ({ viewer, body }) => ({ data: await mailboxes.create(viewer, body) }));
  http.route(updateMailbox, async ({ viewer, params, body }) => ({
    data: await mailboxes.update(viewer, params.id, body),
  }));
  http.route(removeMailbox, async ({ viewer, params }) => ({
    ok: true as const,
    ...(await mailboxes.remove(viewer, params.id)),
  }));
  http.route(testMailbox, async ({ body }) => ({ data: await test(body) }));
  http.route(getMessageHtml, async ({ viewer, params, query }) => ({
    data: await view.html(viewer, params.id, params.messageId, query.images === '1'),
  }));
  http.route(getMessageSource, async ({ viewer, params, reply }) => {
    const { headers, bytes } = await view.source(viewer, params.id, params.messageId);
    reply.headers(headers);
    return bytes;
  });
  http.route(retryMessage, async ({ viewer, params }) => ({
    data: await outbox.retry(viewer, params.id, params.messageId),
  }));
  http.route(getAnswerRecipients, async ({ viewer, params }) => ({
    data: await answers.recipients(viewer, params.id),
  }));
  http.publicRoute(getMailFile, async ({ params, query, reply }) => {
    const { headers, bytes } = await view.file(params.id, query);
    reply.headers(headers);
    return bytes;
  });
  http.publicRoute(getMailFrame, async ({ params, query: { images, ...signed }, reply }) => {
    const { headers, bytes } = await view.frame(params.messageId, { ...signed, images: images === '1' });
    reply.headers(headers);
    return bytes;
  });
}
