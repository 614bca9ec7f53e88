import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';

/** The events that webhooks can subscribe to. */
export const WEBHOOK_EVENTS = [
  'ticket.created',
  'ticket.changed',
  'ticket.solved',
  'message.added',
  'message.changed',
  'note.added',
  'customer.changed',
  'alert.started',
  'alert.escalated',
  'alert.ended',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
const event = z.enum(WEBHOOK_EVENTS);

/** The event of a test delivery. */
export const WEBHOOK_TEST = 'webhook.test';
export const WEBHOOK_RESTORE_SECONDS = 60;
/** Max. characters that are stored of a receiver's response. */
export const WEBHOOK_ANSWER_LENGTH = 1000;

/** The headers of every delivery. `signature` is `t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY` with the secret. */
export const WEBHOOK_HEADERS = {
  signature: 'x-trunkline-signature',
  /** Stays the same when it is sent again. */
  delivery: 'x-trunkline-delivery',
  event: 'x-trunkline-event',
} as const;

/** `off`: nothing is stored for it. `paused`: it failed for a day; new events wait for it. */
export const WEBHOOK_STATES = ['new', 'ok', 'failing', 'paused', 'off'] as const;

/** Why a delivery failed. `status`: the response had no status of success. */
export const WEBHOOK_FAULTS = ['forbidden', 'unreachable', 'timeout', 'status'] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(event),
  is_active: z.boolean(),
  state: z.enum(WEBHOOK_STATES),
  /** Since when all deliveries have failed. */
  failing_since: timestamp.nullable(),
  last_delivered_at: timestamp.nullable(),
  /** How many deliveries are queued. */
  waiting: z.number().int(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhookDelivery = z.object({
  id,
  /** The id of the event in the delivery's body. */
  event_id: z.string(),
  event: z.string(),
  /** What the event is about, such as `ticket:12`. Deliveries of the same subject are sent in order. */
  subject: z.string(),
  state: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.number().int(),
  is_replay: z.boolean(),
  created_at: timestamp,
  /** When the last attempt was made. */
  tried_at: timestamp.nullable(),
  next_try_at: timestamp.nullable(),
  duration_ms: z.number().int().nullable(),
  status: z.number().int().nullable(),
  fault: z.enum(WEBHOOK_FAULTS).nullable(),
  answer: z.string(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** Without user name and password, which would be shown and logged: the signature proves who sends. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/i;
const fields = {
  name: line(LIMITS.name),
  url: z.string().trim().max(LIMITS.url).regex(WEB_ADDRESS),
  events: z.array(event).min(1).max(WEBHOOK_EVENTS.length),
};
const params = z.object({ id: idText });
const one = z.object({ data: webhook });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/outgoing_webhooks',
  permission: 'CONFIG_APP:VIEW',
  summary: 'The webhooks and their state.',
  response: z.object({ data: z.array(webhook) }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/outgoing_webhooks',
  permission: 'CONFIG_APP:EDIT',
  // It gets all events, and would go on after the key that created it was revoked.
  keys: false,
  summary: 'Create a webhook: its address receives events from now on. The secret is shown only once.',
  body: z.strictObject(fields),
  response: z.object({ data: webhook, secret: z.string() }),
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/api/outgoing_webhooks/:id',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Change a webhook. While it is inactive, events are not delivered, not even later.',
  params,
  body: z.strictObject({ ...fields, is_active: z.boolean() }).partial(),
  response: one,
});

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/outgoing_webhooks/:id',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Delete a webhook and its pending deliveries.',
  params,
  response: okResponse,
});

export const restoreWebhook = endpoint({
  method: 'POST',
  path: '/api/outgoing_webhooks/:id/restore',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: `Restore a deleted webhook, within ${WEBHOOK_RESTORE_SECONDS} seconds.`,
  params,
  response: one,
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/outgoing_webhooks/:id/secret',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Generate a new secret, which applies from the next delivery on. It is shown only once.',
  params,
  response: z.object({ secret: z.string() }),
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/outgoing_webhooks/:id/test',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Send a test event now, and return the result.',
  perMinute: 20,
  params,
  response: z.object({ data: webhookDelivery }),
});

export const resumeWebhook = endpoint({
  method: 'POST',
  path: '/api/outgoing_webhooks/:id/resume',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Retry pending deliveries now, also of a webhook that was paused because it kept failing.',
  params,
  response: one,
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/outgoing_webhooks/:id/deliveries',
  permission: 'CONFIG_APP:VIEW',
  summary: 'The delivery log, latest first, as far back as it is kept.',
  params,
  query: z.object({
    before: idText.optional(),
    state: z.enum(['queued', 'delivered', 'failed']).optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(20),
  }),
  response: z.object({ data: z.array(webhookDelivery), has_more: z.boolean() }),
});

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/outgoing_deliveries/:id/replay',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Send a delivery again, whether it was delivered or failed: the same body with the same ID.',
  params,
  response: z.object({ data: webhookDelivery }),
});
