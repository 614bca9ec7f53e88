import {
  createMailbox,
  getAnswerRecipients,
  getIgnoredMailSource,
  getMailDraft,
  getMailFile,
  getMailFrame,
  getMessageHtml,
  getMessageSource,
  listIgnoredMails,
  listMailboxes,
  listMailSenders,
  removeMailbox,
  saveMailDraft,
  acceptIgnoredMail,
  testMailbox,
  updateMailbox,
  sendNewMail,
} from '@trunkline/contract';
import { demand } from '#platform/access';
import type { Http } from '#platform/http';
import type { Realtime } from '#platform/realtime';
import type { Email } from './service.ts';

export function emailRoutes(http: Http, email: Email): void {
  const { mailboxes, answers, view, test } = email;
  newMailRoutes(http, email);
  ignoredRoutes(http, email);
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

  http.route(getAnswerRecipients, async ({ viewer, params, query }) => ({
    data: await answers.recipients(viewer, params.id, query.conversation),
  }));
  http.publicRoute(getMailFile, async ({ params, query, reply }) => {
    const { headers, bytes } = await view.file(params.id, query);
    reply.headers(headers);
    return bytes;
  });
  http.publicRoute(getMailFrame, async ({ params, query: { images, measured, ...signed }, reply }) => {
    const looks = { images: images === '1', isMeasured: measured === '1' };
    const { headers, bytes } = await view.frame(params.messageId, { ...signed, ...looks });
    reply.headers(headers);
    return bytes;
  });
}

function newMailRoutes(http: Http, { newMails, drafts }: Email): void {
  http.route(listMailSenders, async ({ viewer }) => ({ data: await newMails.senders(viewer) }));
  http.route(sendNewMail, async ({ viewer, body }) => ({ data: await newMails.write(viewer, body) }));
  http.route(getMailDraft, async ({ viewer, query }) => ({ data: await drafts.find(viewer, query.place) }));
  http.route(saveMailDraft, ({ viewer, body }) =>
    drafts.save(viewer, body).then(() => ({ ok: true }) as const),
  );
}

function ignoredRoutes(http: Http, { ignored }: Email): void {
  http.route(listIgnoredMails, ({ params, query }) => ignored.list(params.id, query));
  http.route(acceptIgnoredMail, async ({ viewer, params }) => ({
    data: await ignored.accept(viewer, params.id, params.mailId),
  }));
  http.route(getIgnoredMailSource, async ({ params, reply }) => {
    const { headers, bytes } = await ignored.source(params.id, params.mailId);
    reply.headers(headers);
    return bytes;
  });
}

/** Users who may see the mailbox settings are told of rejected mails. */
export function emailRealtime(realtime: Realtime): void {
  realtime.watchTopic('mailboxes', (viewer) => {
    demand(viewer, 'CONFIG_EMAILS:VIEW');
    return Promise.resolve(['mailboxes']);
  });
}
