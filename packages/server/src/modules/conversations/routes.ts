import {
  Activity,
  acceptOffer,
  createBlock,
  declineOffer,
  getCounters,
  getOwnQueue,
  listAnswerChannels,
  listAvailability,
  listAutoReplies,
  listBlockable,
  listBlocks,
  listRefusedMessages,
  removeBlock,
  restoreBlock,
  listOffers,
  replyToTicket,
  cancelScheduledReply,
  rescheduleReply,
  restoreScheduledReply,
  retryMessage,
  runMacro,
  scheduleReply,
  startConversation,
  takeNextConversation,
  undoMacro,
  updateAutoReplies,
  type ActivityId,
} from '@trunkline/contract';
import { found } from '#platform/errors';
import type { Events } from '#platform/events';
import type { Http } from '#platform/http';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Conversations } from './conversations.ts';

function blockRoutes(http: Http, { blocking }: Conversations): void {
  http.route(listBlocks, async () => ({ data: await blocking.list() }));
  http.route(listRefusedMessages, async ({ params }) => ({ data: await blocking.refusals(params.id) }));
  http.route(listBlockable, async ({ params }) => ({ data: await blocking.ofCustomer(params.id) }));
  http.route(createBlock, async ({ viewer, body }) => ({ data: await blocking.create(viewer, body) }));
  http.route(removeBlock, ({ viewer, params }) =>
    blocking.remove(viewer, params.id).then(() => ({ ok: true }) as const),
  );
  http.route(restoreBlock, async ({ viewer, params }) => ({
    data: await blocking.restore(viewer, params.id),
  }));
}

export function conversationRoutes(http: Http, conversations: Conversations): void {
  blockRoutes(http, conversations);
  http.route(listOffers, async ({ viewer }) => ({ data: await conversations.listOffers(viewer) }));
  http.route(acceptOffer, async ({ viewer, params }) => ({
    data: await conversations.accept(viewer, params.id),
  }));
  http.route(declineOffer, ({ viewer, params }) =>
    conversations.decline(viewer, params.id).then(() => ({ ok: true }) as const),
  );
  http.route(takeNextConversation, async ({ viewer, body }) => ({
    data: await conversations.takeNext(viewer, body.client_key),
  }));
  http.route(getOwnQueue, async ({ viewer }) => ({
    data: found((await conversations.ownQueues([viewer])).get(viewer.id)),
  }));
  http.route(listAvailability, async ({ viewer }) => ({ data: await conversations.availability(viewer) }));
  http.route(getCounters, async ({ viewer }) => ({ data: await conversations.counters(viewer) }));
  http.route(runMacro, async ({ viewer, params, body }) => ({
    data: await conversations.runMacro(viewer, params.id, body),
  }));
  http.route(undoMacro, async ({ viewer, params }) => ({
    data: await conversations.undoMacro(viewer, params.id),
  }));
  http.route(retryMessage, async ({ viewer, params, body }) => ({
    data: await conversations.retry(viewer, params, body),
  }));
  http.route(listAutoReplies, async () => ({ data: await conversations.autoReplies.list() }));
  http.route(updateAutoReplies, async ({ viewer, params, body }) => ({
    data: await conversations.autoReplies.update(viewer, params.id, body),
  }));
  http.route(scheduleReply, async ({ viewer, params, body }) => ({
    data: await conversations.scheduled.schedule(viewer, params.id, body),
  }));
  http.route(rescheduleReply, async ({ viewer, params, body }) => ({
    data: await conversations.scheduled.move(viewer, params.id, body.send),
  }));
  http.route(cancelScheduledReply, async ({ viewer, params }) => ({
    data: await conversations.scheduled.cancel(viewer, params.id),
  }));
  http.route(restoreScheduledReply, async ({ viewer, params }) => ({
    data: await conversations.scheduled.restore(viewer, params.id),
  }));
  http.route(listAnswerChannels, async ({ viewer, params }) => ({
    data: await conversations.listAnswerChannels(viewer, params.id),
  }));
  http.route(startConversation, async ({ viewer, params, body }) => ({
    data: await conversations.startConversation(viewer, params.id, body.account_id),
  }));
  http.route(replyToTicket, async ({ viewer, params, body }) => ({
    data: await conversations.reply(viewer, params.id, body),
  }));
}

/** Withdraws the offers of agents who go on a break, go offline or close their screen. */
export function conversationEventsIn({
  events,
  notices,
  conversations,
  log,
}: {
  events: Events;
  notices: Notices;
  conversations: Conversations;
  log: Log;
}): void {
  const withdraw = (id: number, activity?: ActivityId) =>
    conversations
      .withdrawFrom(id, activity)
      .catch((error: unknown) => log.error({ err: error }, 'could not take back offers'));

  events.onEvent(({ name, payload }) => {
    if (name !== 'user-activity-changed') return;
    const { id, user_activity_id: activity } = payload as { id: number; user_activity_id: ActivityId };
    // Ready accepts every kind of offer, so nothing has to be withdrawn.
    if (activity !== Activity.ready) void withdraw(id, activity);
  });
  notices.on('agent-left', ({ id }: { id: number }) => void withdraw(id));
}
