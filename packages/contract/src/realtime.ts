import { z } from 'zod';
import { agentEvents } from './people/agents.ts';
import { callBackEvents } from './calls/call-backs.ts';
import { callMoveEvents } from './calls/call-moves.ts';
import { conversationEvents } from './conversations/conversations.ts';
import { channelRequests, noPayload } from './conversations/channel-requests.ts';
import { customerImportEvents } from './customers/customer-imports.ts';
import { customerMergeEvents } from './customers/customer-merges.ts';
import { customerEvents } from './customers/customers.ts';
import { socketRequest } from './kit/endpoint.ts';
import { escortEvents, escortSignals } from './calls/live-calls.ts';
import { mailboxEvents } from './mail/mailboxes.ts';
import { messagingEvents } from './messaging/messaging.ts';
import { floorEvents } from './monitoring/floor-actions.ts';
import { floorAlertSignals } from './monitoring/floor-alerts.ts';
import { floorSignals } from './monitoring/floor.ts';
import { monitoringSignals } from './monitoring/monitoring.ts';
import { personEvents } from './people/people.ts';
import { phoneCallEvents, phoneCallSignals } from './telephony/phone-calls.ts';
import { reportExportEvents } from './reporting/report-exports.ts';
import { recordingEvents } from './calls/recordings.ts';
import { roomEvents } from './calls/rooms.ts';
import { ownQueueSignals } from './conversations/own-queue.ts';
import { settingsEvents } from './settings/settings.ts';
import { id, line } from './kit/shapes.ts';
import { telephonyEvents } from './telephony/telephony.ts';
import { bulkEvents } from './tickets/ticket-bulk.ts';
import { ticketDraftEvents } from './tickets/ticket-drafts.ts';
import { ticketRelationEvents } from './tickets/ticket-relations.ts';
import { viewEvents } from './tickets/ticket-views.ts';
import { ticketEvents, ticketPresence, ticketSignals } from './tickets/tickets.ts';

/**
 * Stored and numbered events, sent as `socket.emit(name, payload, { seq })`. A client remembers the last `seq` and asks for
 * missed ones with `resume`. Names and payloads are as in the specification where it defines them.
 */
export const numberedEvents = {
  ...agentEvents,
  ...bulkEvents,
  ...callBackEvents,
  ...callMoveEvents,
  ...conversationEvents,
  ...customerEvents,
  ...customerMergeEvents,
  ...customerImportEvents,
  ...escortEvents,
  ...floorEvents,
  ...mailboxEvents,
  ...messagingEvents,
  ...personEvents,
  ...phoneCallEvents,
  ...recordingEvents,
  ...reportExportEvents,
  ...roomEvents,
  ...settingsEvents,
  ...telephonyEvents,
  ...ticketDraftEvents,
  ...ticketEvents,
  ...ticketRelationEvents,
  ...viewEvents,
};
export type NumberedEventName = keyof typeof numberedEvents;
export type NumberedPayload<N extends NumberedEventName> = z.input<(typeof numberedEvents)[N]>;

/** Events without a number: derived or short-lived, and fetched again after a reconnect. */
export const signals = {
  ...ticketSignals,
  ...ownQueueSignals,
  ...monitoringSignals,
  ...escortSignals,
  ...floorSignals,
  ...floorAlertSignals,
  ...phoneCallSignals,
  /** Another tab of the same user is open. Only the active one rings and joins calls. */
  'client-detect-new-tab': z.object({ tabs: z.number().int(), is_active: z.boolean() }),
  /** This session was ended elsewhere; the socket is closed after it. */
  'session-ended': z.object({ reason: z.enum(['revoked', 'expired', 'signed-out']) }),
};
export type SignalName = keyof typeof signals;
export type SignalPayload<N extends SignalName> = z.input<(typeof signals)[N]>;

export const eventMeta = z.object({ seq: z.number().int() });

export const numberedEvent = z.object({ seq: z.number().int(), name: z.string(), payload: z.unknown() });

/**
 * What a screen shows, so that it only gets events about that. Ids have one spelling: a subscriber of `ticket:007` would be
 * missed when ticket 7 is not visible to them any more.
 */
export const topic = z.union([
  z.literal(['tickets', 'customers', 'agents', 'mailboxes', 'floor', 'alerts']),
  z
    .templateLiteral(['ticket:', z.number().int().positive()])
    .refine((name) => /^ticket:[1-9]\d{0,15}$/.test(name)),
]);
export type Topic = z.infer<typeof topic>;

const nothing = z.unknown();
const ok = z.object({ ok: z.literal(true) });

/** Without an extension, the user's own one; extensions of others are refused. */
const ofExtension = z.union([line(40), z.number().int(), z.object({ extension: line(40) }), noPayload]);

/**
 * Every socket request takes effect, and is acknowledged if the client asks for it: with its answer, or `{ error: ErrorBody }`.
 */
export const socketRequests = {
  /** The first request after connecting. `after` is the last `seq` seen, null for a new page. Replaces all topics. */
  resume: socketRequest({
    permission: 'signed-in',
    payload: z.strictObject({ after: z.number().int().nullable(), topics: z.array(topic).max(50) }),
    /** `reset`: away for too long; everything has to be fetched again. */
    answer: z.object({ seq: z.number().int(), reset: z.boolean(), events: z.array(numberedEvent) }),
  }),
  watch: socketRequest({ permission: 'signed-in', payload: z.strictObject({ topic }), answer: ok }),
  unwatch: socketRequest({ permission: 'signed-in', payload: z.strictObject({ topic }), answer: ok }),
  'ticket-typing': socketRequest({
    permission: 'TICKETS:VIEW',
    payload: z.strictObject({ ticket_id: id, typing: z.enum(['no', 'reply', 'note']) }),
    answer: ok,
  }),
  'ticket-presence': socketRequest({
    permission: 'TICKETS:VIEW',
    payload: z.strictObject({ ticket_id: id }),
    answer: ticketPresence,
  }),
  /** Makes this tab the one that rings. */
  'tab-claim': socketRequest({ permission: 'signed-in', payload: nothing, answer: ok }),
  'extension-join-room': socketRequest({
    permission: 'signed-in',
    payload: ofExtension,
    answer: ok,
  }),
  'extension-leave-room': socketRequest({
    permission: 'signed-in',
    payload: ofExtension,
    answer: ok,
  }),
  ...channelRequests,
  'mon-call-count': socketRequest({
    permission: 'signed-in',
    payload: nothing,
    answer: monitoringSignals['total-mon-call-count'],
  }),
  'mon-call-duration': socketRequest({
    permission: 'signed-in',
    payload: nothing,
    answer: monitoringSignals['total-mon-call-duration'],
  }),
  'mon-call-type': socketRequest({
    permission: 'signed-in',
    payload: nothing,
    answer: monitoringSignals['total-mon-call-type'],
  }),
  'mon-user-count': socketRequest({
    permission: 'signed-in',
    payload: nothing,
    answer: monitoringSignals['total-mon-user-count'],
  }),
};
export type SocketRequestName = keyof typeof socketRequests;
