import {
  createVisitor,
  downloadVisitorFile,
  endChat,
  getChat,
  getWidget,
  leaveMessage,
  mailTranscript,
  markVisitorRead,
  sendVisitorMessage,
  startChat,
  uploadVisitorFile,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';
import { uploadOf, type Http } from '#platform/http';
import { siteOf } from '#platform/http/sites';
import { fileHeaders } from '#platform/http/file-headers';
import type { Tickets } from '#modules/tickets';
import type { Livechat } from './service.ts';

const OK = { ok: true } as const;

export function livechatRoutes(
  http: Http,
  { livechat, tickets }: { livechat: Livechat; tickets: Tickets },
): void {
  http.publicRoute(getWidget, ({ params, request, reply }) => {
    // The loader requests this from the customer's site; what it may show is decided by that site.
    reply.header('access-control-allow-origin', '*');
    return livechat.widget(params.key, siteOf(request));
  });
  http.publicRoute(createVisitor, ({ params, body, request }) =>
    livechat.createVisitor(params.key, body, siteOf(request)),
  );
  http.visitorRoute(getChat, ({ visitor, query }) => livechat.state(visitor, query.before));
  http.visitorRoute(startChat, ({ visitor, body }) => livechat.start(visitor, body));
  http.visitorRoute(sendVisitorMessage, async ({ visitor, body }) => ({
    data: await livechat.send(visitor, body),
  }));
  http.visitorRoute(leaveMessage, ({ visitor, body }) => livechat.leave(visitor, body).then(() => OK));
  http.visitorRoute(markVisitorRead, ({ visitor, body }) =>
    livechat.advance(visitor, body.message_id, 'read').then(() => OK),
  );
  http.visitorRoute(endChat, ({ visitor }) => livechat.end(visitor).then(() => OK));
  http.visitorRoute(mailTranscript, ({ visitor, body }) =>
    livechat.mailTranscript(visitor, body.email).then(() => OK),
  );
  http.visitorRoute(uploadVisitorFile, async ({ visitor, request }) => ({
    data: await livechat.storeFile(visitor, () => uploadOf(request)),
  }));
  http.publicRoute(downloadVisitorFile, async ({ params, query, reply }) => {
    if (!livechat.view.isFileSignature(params.id, query.signature)) throw new AppError('not_found');
    const file = await tickets.files.open(params.id);
    reply.headers(fileHeaders(file));
    return file.bytes();
  });
}
