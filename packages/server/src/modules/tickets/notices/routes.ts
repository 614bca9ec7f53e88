import { listMentionable, listNotices, readNotices } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { TicketNotices } from './service.ts';

const OK = { ok: true } as const;

export function noticeRoutes(http: Http, notices: TicketNotices): void {
  http.route(listMentionable, async ({ viewer, params }) => ({
    data: await notices.mentionable(viewer, params.id),
  }));
  http.route(listNotices, ({ viewer, query }) => notices.list(viewer, query));
  http.route(readNotices, ({ viewer, body }) => notices.markRead(viewer, body).then(() => OK));
}
