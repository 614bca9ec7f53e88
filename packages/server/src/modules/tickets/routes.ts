import {
  addNote,
  assignTicket,
  createTicket,
  downloadFile,
  markNoReplyNeeded,
  getTicket,
  getTicketCounts,
  getTicketSla,
  getTimeline,
  LIMITS,
  listTickets,
  markRead,
  reopenTicket,
  listDraftTickets,
  listSearchExcerpts,
  saveDraft,
  solveTicket,
  takeTicket,
  transferTicket,
  undoTicketChange,
  updateTicket,
  uploadFile,
  type ResponseOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { AppError } from '#platform/errors';
import { uploadOf, type Http } from '#platform/http';
import { deskRoutes } from './desk-routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { relationRoutes } from './relations/routes.ts';
import { fileHeaders } from '#platform/http/file-headers';
import type { StoredFile } from './timeline/file-service.ts';
import type { Tickets } from './tickets.ts';

const OK = { ok: true } as const;

/** `conversations` belongs to a higher module, which passes in the function that lists those of a ticket. */
type Deps = {
  tickets: Tickets;
  /** See `Db.together`. */
  readTogether: () => Query;
  conversationsOf: (
    q: Query,
    ticketId: number,
  ) => Promise<
    Pick<
      ResponseOf<typeof getTicket>['data'],
      'conversations' | 'answers_on' | 'other_customers' | 'mailed_to' | 'scheduled'
    >
  >;
};

export function ticketRoutes(http: Http, { tickets, conversationsOf, readTogether }: Deps): void {
  deskRoutes(http, tickets);
  relationRoutes(http, tickets.relations);
  noticeRoutes(http, tickets.notices);
  http.route(listTickets, ({ viewer, query }) => tickets.list(viewer, query));
  http.route(getTicketCounts, async ({ viewer }) => ({ data: await tickets.counts(viewer) }));
  http.route(getTicket, async ({ viewer, params }) => {
    const q = readTogether();
    const [detail, conversations] = await Promise.all([
      tickets.detail(q, viewer, params.id),
      conversationsOf(q, params.id),
    ]);
    return { data: { ...detail, ...conversations } };
  });
  http.route(getTimeline, ({ viewer, params, query }) => tickets.timeline.page(viewer, params.id, query));
  http.route(getTicketSla, async ({ viewer, params }) => ({
    data: await tickets.sla.explain(viewer, params.id),
  }));
  http.route(createTicket, async ({ viewer, body }) => ({ data: await tickets.create(viewer, body) }));
  http.route(updateTicket, async ({ viewer, params, body }) => ({
    data: await tickets.update(viewer, params.id, body),
  }));
  http.route(takeTicket, async ({ viewer, params }) => ({ data: await tickets.take(viewer, params.id) }));
  http.route(assignTicket, async ({ viewer, params, body }) => ({
    data: await tickets.assign(viewer, params.id, body),
  }));
  http.route(transferTicket, async ({ viewer, params, body }) => ({
    data: await tickets.transfer(viewer, params.id, body),
  }));
  http.route(solveTicket, async ({ viewer, params, body }) => ({
    data: await tickets.solve(viewer, params.id, body),
  }));
  http.route(reopenTicket, async ({ viewer, params, body }) => ({
    data: await tickets.reopen(viewer, params.id, body.version),
  }));
  http.route(markNoReplyNeeded, async ({ viewer, params, body }) => ({
    data: await tickets.endReplyWait(viewer, params.id, body.version),
  }));
  http.route(undoTicketChange, async ({ viewer, params, body }) => ({
    data: await tickets.undoChange(viewer, params.id, body),
  }));
  http.route(addNote, async ({ viewer, params, body }) => ({
    data: await tickets.timeline.addNote(viewer, params.id, body),
  }));
  http.route(listSearchExcerpts, async ({ viewer, query }) => ({
    data: await tickets.excerpts(viewer, { text: query.q, ids: query.ids }),
  }));
  http.route(listDraftTickets, async ({ viewer }) => ({
    data: await tickets.timeline.listDraftTickets(viewer),
  }));
  http.route(saveDraft, ({ viewer, params, body }) =>
    tickets.timeline.saveDraft(viewer, params.id, body).then(() => OK),
  );
  http.route(markRead, ({ viewer, params, body }) =>
    tickets.timeline.markRead(viewer, params.id, body.message_id).then(() => OK),
  );
  http.route(uploadFile, async ({ viewer, request }) => {
    const uploader = { userId: viewer.id };
    if ((await tickets.files.countUnused(uploader)) >= LIMITS.filesWaiting)
      throw new AppError('too_many_requests');
    return { data: await tickets.files.store(await uploadOf(request), uploader, LIMITS.fileBytes) };
  });
  http.route(downloadFile, async ({ viewer, params, reply }) => {
    const file = await tickets.files.open(params.id);
    await demandReadable(tickets, viewer, file);
    reply.headers(fileHeaders(file));
    return file.bytes();
  });
}

async function demandReadable(tickets: Tickets, viewer: Viewer, file: StoredFile): Promise<void> {
  if (file.ticket_id !== null) await tickets.demandSeen(viewer, file.ticket_id);
  else if (file.user_id !== viewer.id) throw new AppError('not_found');
}
