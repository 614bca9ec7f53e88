import {
  AUTO_REPLY_KINDS,
  CHANNEL_TRAITS,
  mediaIdsWith,
  type BodyOf,
  type Conversation,
  type CounterName,
  type MediaId,
  type Message,
  type replyToTicket,
  type Ticket,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import { mergeParticipantOf, type Customers } from '#modules/customers';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { byUser, isSameMessage, type Tickets } from '#modules/tickets';
import { createAnswerChannels } from './answer-channels/answer-channels-service.ts';
import { createAutoReplying } from './auto-replies/auto-reply-service.ts';
import { createSendAutoReply } from './auto-replies/send-auto-reply-service.ts';
import { createRateLimitedSending } from './auto-replies/rate-limited-sending-service.ts';
import { createAutoReplySettings } from './auto-replies/settings-service.ts';
import { createBlocking } from './blocking/blocking-service.ts';
import { createAutomaticSending } from './automatic-message.ts';
import { demandSupported, type Channel, type Composed, type Reply } from './channel.ts';
import type { Conversations } from './conversations.ts';
import { conversationsInDepartmentMerge } from './department-merge.ts';
import { createMacroRunner } from './macros/macro-service.ts';
import { createInbound } from './inbound.ts';
import { createAvailability } from './routing/availability-service.ts';
import { createQueue } from './routing/queue-service.ts';
import { createRuleSteps } from './rule-steps.ts';
import { createResponders } from './responders/service.ts';
import { createScheduledReplies } from './scheduled/service.ts';
import { createRetry } from './retry-service.ts';
import { createRoutingService } from './routing/routing-service.ts';
import * as store from './store.ts';
import type { ConversationRow } from './store.ts';
import type { OfferEnd } from './tables.ts';
import { createMergeListener } from './on-merge.ts';
import { onTicketChange } from './on-ticket-change.ts';
import { onUndo } from './on-undo.ts';
import { createThreads } from './threads-service.ts';
import { registerConversationErasure } from './erasing.ts';
import { registerConversationExport } from './customer-export.ts';

type ConversationOnChannel = { conversation: ConversationRow; channel: Channel };

export type ConversationDeps = Platform & {
  settings: Settings;
  agents: Agents;
  customers: Customers;
  tickets: Tickets;
  auth: Pick<Auth, 'viewerOf'>;
};

export function createConversations(deps: ConversationDeps): Conversations {
  const { db, clock, tickets } = deps;
  const channels = new Map<MediaId, Channel>();
  deps.customers.merging.registerOwned(mergeParticipantOf('conversations'));
  deps.settings.departments.register(conversationsInDepartmentMerge);
  registerConversationErasure(deps.customers);
  registerConversationExport(deps.customers);

  const toConversation = (row: ConversationRow) => conversationOf(row, isReachable(row));

  function isReachable({ media_id, status }: ConversationRow): boolean {
    return status !== 'ended' || CHANNEL_TRAITS[media_id].isReachableAway;
  }

  function emitConversation(tx: Tx, row: ConversationRow): void {
    tx.emit('conversation-changed', toConversation(row), [`ticket:${row.ticket_id}`]);
    channels.get(row.media_id)?.changed(tx, row);
  }

  const ringOf = (row: Pick<ConversationRow, 'media_id'>) => channels.get(row.media_id)?.ring;

  /** Takes an offer off the screen of whoever had it. */
  async function offerEnded(tx: Tx, row: ConversationRow, userId: number, reason: OfferEnd): Promise<void> {
    await store.endOffer(tx.q, row.id, { outcome: reason, now: clock.now() });
    const ring = ringOf(row);
    if (ring) return ring.stop(tx, row, userId, reason);
    tx.emit('conversation-offer-ended', { conversation_id: row.id, reason }, [`user:${userId}`]);
  }

  const kinds = () => routedKinds(channels);
  const routing = createRoutingService({ ...deps, emitConversation, ringOf, offerEnded, kinds });
  const isCall = (row: Pick<ConversationRow, 'media_id'>) => ringOf(row) !== undefined;
  const isAsynchronous = (row: Pick<ConversationRow, 'media_id'>) => !isQueued(row.media_id);
  const knownSenders = () => [...channels.keys()].filter((id) => CHANNEL_TRAITS[id].isSenderKnown);
  const shared = { ...deps, emitConversation, offerEnded, isCall, isAsynchronous, wake: routing.wake };
  const threads = createThreads({ ...shared, knownSenders });
  const queue = createQueue({ ...deps, kinds, pause: routing.pause, accept: routing.acceptIn });
  const availability = createAvailability({ ...deps, kinds });
  const isChat = (row: Pick<ConversationRow, 'media_id'>) => !isCall(row) && !isAsynchronous(row);
  deps.agents.onLeaving({
    count: (q, userId) =>
      store.countAssignedChats(
        q,
        userId,
        [...channels.keys()].filter((media_id) => isChat({ media_id })),
      ),
  });
  const kindsOf = (row: Pick<ConversationRow, 'media_id'>) =>
    channels.get(row.media_id)?.autoReplies ?? (isChat(row) ? AUTO_REPLY_KINDS : []);
  const channelOf = ({ media_id: id }: Pick<ConversationRow, 'media_id'>) => channels.get(id);
  const send = createAutomaticSending({ ...deps, channelOf });
  const speak = createRateLimitedSending({ clock, send });
  const autoReplies = createAutoReplying({
    ...deps,
    say: createSendAutoReply({ ...deps, speak }),
    isChat,
    speaks: (row) => kindsOf(row).length > 0,
    waitOf: queue.waitOf,
  });
  const responders = createResponders({
    ...deps,
    send,
    isCall,
    emitConversation,
    route: routing.wake,
    last: autoReplies.responder,
  });
  const answering = { autoReplies, responders, wake: routing.wake };
  const inbound = createInbound({ ...shared, threads, ...answering });
  const { closed } = autoReplies;
  const follow = onTicketChange({ ...shared, closed });
  tickets.onChange((tx, change) => follow(tx, change));
  tickets.onUndo(onUndo(shared));
  tickets.relations.onMerge(createMergeListener({ ...shared, follow }));

  const scheduled = createScheduledReplies({
    ...deps,
    viewerOf: deps.auth.viewerOf,
    demandReply: async (tx, ticket, body) => {
      const place = await placeOfReply(tx.q, ticket.id, body);
      await composed(tx, { ticket, ...place }, body);
    },
    reply: (tx, viewer, ticketId, body) =>
      reply(tx, viewer, ticketId, { ...body, isWritten: true, keepsDraft: true }),
  });

  const answerChannels = createAnswerChannels({ ...shared, channels: () => channels.values() });

  return {
    blocking: createBlocking(deps),
    ...routing,
    ...queue,
    listAnswerChannels: answerChannels.listAnswerChannels,
    startConversation: async (...asked) => toConversation(await answerChannels.startConversation(...asked)),
    availability,
    ...inbound,
    ...createMacroRunner({ ...deps, replyIn, addresseeOf }),
    ...createRuleSteps({ ...deps, speak, addresseeOf, writtenOn }),
    retry: createRetry({ ...deps, channels: () => channels.values() }),
    async stop() {
      await scheduled.stop();
      await responders.stop();
      await routing.stop();
    },
    responders,
    scheduled,
    register: (channel) => channel.mediaIds.forEach((id) => channels.set(id, channel)),
    autoReplies: {
      ...createAutoReplySettings({
        ...deps,
        mediaIds: () => [...channels.keys()].filter((id) => kindsOf({ media_id: id }).length > 0),
        kindsOf,
      }),
      recoverPending: autoReplies.recoverPending,
    },
    async ofTicket(q, ticketId) {
      const [rows, waiting] = await Promise.all([
        store.listWithCustomers(q, ticketId),
        scheduled.list(q, ticketId),
      ]);
      const answered = await answeredOf(q, ticketId, rows);
      return {
        conversations: rows.map(toConversation),
        answers_on: answered?.id ?? null,
        other_customers: [
          ...new Map(
            rows.filter((row) => !row.is_of_ticket).map((row) => [row.customer_id, row.customer_name]),
          ),
        ].map(([id, name]) => ({ id, name })),
        scheduled: waiting,
        mailed_to: (answered && (await channels.get(answered.media_id)?.mailedTo?.(q, answered))) ?? null,
      };
    },
    writtenOn,
    ofAddress: (accountId, address) => store.listOfAddress(db.q, accountId, address),
    canBeReopened: threads.canBeReopened,
    find: (id) => store.findConversation(db.q, id),
    isOnAccount: store.isOnAccount,
    accountsOfAgent: store.listAccountsOfAgent,
    async extendOpen(tx, whose, until) {
      for (const row of await store.extendReplyWindow(tx.q, whose, until)) emitConversation(tx, row);
    },
    async setRefusal(tx, whose, since) {
      await inbound.followRefusal(tx, await store.setAddressOptOut(tx.q, whose, since), since !== null);
    },
    lock: (tx, id) => store.lockConversation(tx.q, id),

    reply: (viewer, ticketId, body) => db.transaction((tx) => reply(tx, viewer, ticketId, body)),
    replyIn,

    counters: async (viewer) => countersOf(await tickets.countUnread(viewer)),
  };

  function isWritten(row: ConversationRow): boolean {
    return CHANNEL_TRAITS[row.media_id].isAnswered;
  }

  async function writtenOn(q: Query, ticketId: number, named?: number): Promise<ConversationRow | undefined> {
    const rows = await store.listOfTicket(q, ticketId);
    if (named === undefined) return answeredOf(q, ticketId, rows);
    const written = rows.filter(isWritten);
    const one = written.find((row) => row.id === named);
    if (!one) throw new AppError('conflict', { reason: 'conversation_elsewhere' });
    return newestAt(one, written);
  }

  async function answeredOf(
    q: Query,
    ticketId: number,
    rows: readonly ConversationRow[],
  ): Promise<ConversationRow | undefined> {
    const written = rows.filter(isWritten);
    const places = new Set(written.map(placeOf));
    // A ticket has several conversations after a change of channel or a merge: the reply goes where the customer wrote last.
    if (places.size > 1) {
      const last = await tickets.timeline.lastWrittenIn(
        q,
        ticketId,
        written.map((row) => row.id),
      );
      const own = written.find((row) => row.id === last);
      if (own) return newestAt(own, written);
    }
    return written.at(-1);
  }

  /** A reply whose text the server writes: once per key, even if the text would differ by now. */
  function replyIn(tx: Tx, viewer: Viewer, ticketId: number, body: Reply): Promise<Message> {
    return reply(tx, viewer, ticketId, { ...body, isWritten: true });
  }

  /** Replies on the given conversation, else where the customer wrote last. Visitors who left see it when they are back. */
  async function reply(
    tx: Tx,
    viewer: Viewer,
    ticketId: number,
    {
      isWritten = false,
      keepsDraft = false,
      ...body
    }: BodyOf<typeof replyToTicket> & { isWritten?: boolean; keepsDraft?: boolean },
  ): Promise<Message> {
    const { ticket, known } = await tickets.timeline.lockForEntry(tx, viewer, ticketId, {
      key: body.client_key,
      isSame: (sent) => isWritten || isSameMessage(sent, { ...body, body: textOfReply(sent.media_id, body) }),
    });
    if (!ticket) return known;
    const isForward = body.forwards !== undefined;
    const [{ conversation, channel }, owned] = await Promise.all([
      placeOfReply(tx.q, ticketId, body),
      tickets.freed(tx, ticket),
    ]);
    const mine = isForward ? owned : await takeIfFree(tx, viewer, owned);
    const { html, ...content } = await composed(tx, { ticket: mine, conversation, channel }, body);
    const { message, isNew } = await tickets.timeline.append(tx, mine, {
      ...content,
      kind: 'outbound',
      author: byUser(viewer),
      conversationId: conversation.id,
      mediaId: conversation.media_id,
      clientKey: body.client_key,
      // A forwarded e-mail goes to others: the customer still waits, and drafts for them stay.
      isQuiet: isForward,
      isLockedFor: true,
      files: { ids: body.file_ids, uploader: { userId: viewer.id } },
    });
    if (isNew) {
      await channel.deliver(tx, conversation, message, html);
    }
    if (isForward) return message;
    await Promise.all([
      isNew && autoReplies.answered(tx, ticketId, conversation),
      !keepsDraft && tickets.timeline.removeReplyDraft(tx, viewer, ticketId),
    ]);
    return message;
  }

  /** The conversation to which a reply goes. Refuses a reply that its channel cannot send. */
  async function placeOfReply(q: Query, ticketId: number, body: Reply): Promise<ConversationOnChannel> {
    const conversation = await writtenOn(q, ticketId, body.conversation_id);
    const channel = conversation && channels.get(conversation.media_id);
    if (!conversation || !channel) throw new AppError('conflict', { reason: 'no_conversation' });
    demandSupported(conversation.media_id, body);
    return { conversation, channel };
  }

  /** The recipient's name, if a reply goes to somebody other than the ticket's customer, as after a merge. */
  async function addresseeOf(q: Query, ticket: Ticket, isAutomatic = false): Promise<string | undefined> {
    const conversation = await writtenOn(q, ticket.id);
    if (!conversation) return undefined;
    const addressee = channels.get(conversation.media_id)?.addressee;
    if (addressee) return addressee(q, { ticket, conversation, isAutomatic });
    if (conversation.customer_id === ticket.customer_id) return undefined;
    return (await deps.customers.read(q, conversation.customer_id)).name;
  }

  function textOfReply(mediaId: MediaId | null, body: Reply): string {
    return (mediaId === null ? undefined : channels.get(mediaId)?.said?.(body)) ?? body.body;
  }

  /** Replying to an unassigned ticket assigns it to the writer. */
  async function takeIfFree(tx: Tx, viewer: Viewer, ticket: Ticket): Promise<Ticket> {
    return ticket.assignee_id === null
      ? tickets.change(tx, ticket, { assignee_id: viewer.id }, byUser(viewer))
      : ticket;
  }
}

/** The key of a customer's side: account, ticket on which it began, and address. */
const placeOf = ({ channel_account_id, address, origin_ticket_id }: ConversationRow): string =>
  `${channel_account_id} ${origin_ticket_id} ${address}`;

/** The latest conversation with the same customer on the same account, which may be newer than the given one. */
const newestAt = (own: ConversationRow, all: readonly ConversationRow[]): ConversationRow =>
  all.findLast((row) => placeOf(row) === placeOf(own)) ?? own;

/** The unread messages by the specification's counters. */
function countersOf(rows: readonly { media_id: MediaId; total: number }[]) {
  const totals = (name: CounterName) =>
    mediaIdsWith(({ counter }) => counter === name).map((media_id) => ({
      media_id,
      total: rows.find((row) => row.media_id === media_id)?.total ?? 0,
    }));
  const total = (name: CounterName) => ({ total: totals(name)[0]?.total ?? 0 });
  return {
    whatsapp: total('whatsapp'),
    email: total('email'),
    sms: total('sms'),
    livechat: total('livechat'),
    socmed: totals('socmed'),
  };
}

const isQueued = (mediaId: MediaId): boolean => CHANNEL_TRAITS[mediaId].isQueued;

/** The media that are queued, by how they are offered. */
function routedKinds(channels: ReadonlyMap<MediaId, Channel>) {
  const queued = [...channels].filter(([id]) => isQueued(id));
  const rings = new Set(queued.map(([, { ring }]) => ring));
  return [...rings].map((ring) => ({
    ring,
    mediaIds: queued.flatMap(([id, channel]) => (channel.ring === ring ? [id] : [])),
  }));
}

async function composed(
  tx: Tx,
  { ticket, conversation, channel }: ConversationOnChannel & { ticket: Ticket },
  body: Reply,
): Promise<Composed> {
  return channel.compose ? channel.compose(tx, { ticket, conversation, reply: body }) : demandPlainText(body);
}

function demandPlainText({ body, html, to, cc, bcc }: Reply): Composed {
  if ((html ?? to ?? cc ?? bcc) === undefined) return { body, state: 'sent', mail: undefined, html: null };
  throw new AppError('invalid', [{ path: 'html', message: 'Only e-mails have HTML and recipients' }]);
}

function conversationOf(row: ConversationRow, isReachable: boolean): Conversation {
  const { id, ticket_id, media_id, channel_account_id, customer_id, status, started_at, ended_at } = row;
  return {
    id,
    ticket_id,
    media_id,
    channel_account_id,
    customer_id,
    status,
    started_at,
    ended_at,
    open_until: row.open_until,
    refuses_since: row.refuses_since,
    is_reachable: isReachable,
  };
}
