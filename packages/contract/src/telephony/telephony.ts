import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, line, text, timestamp } from '../kit/shapes.ts';

/** Names of channels, contexts and calls at the gateway. */
const gatewayName = z.string();

/**
 * The fields of telephone events: exactly those of section 3. `call_id` is ours, null for calls between colleagues, which have
 * no record; `uniqueid` is the gateway's id of the leg that the event is about.
 */
const moment = { eventtime: timestamp, uniqueid: gatewayName };
const common = {
  ...moment,
  call_id: id.nullable(),
  ticket_id: id.nullable(),
  customer_id: id.nullable(),
  ticket_media_id: mediaId.nullable(),
};
const parties = {
  ...common,
  extension: z.string(),
  contact_number: z.string(),
  channel_agent: gatewayName,
  channel_client: gatewayName,
  ivr_keypress: z.string(),
};

const agentCalled = z.object({ event: z.literal('AgentCalled'), ...parties });
const agentConnect = z.object({ event: z.literal('AgentConnect'), ...parties });
const agentComplete = z.object({ event: z.literal('AgentComplete'), ...parties });
const bridgeEnter = z.object({
  /** `BridgeEnterClient`: the other side's leg has joined, and is heard from now on. */
  event: z.enum(['BridgeEnter', 'BridgeEnterClient']),
  ...moment,
  channel: gatewayName,
  context: gatewayName,
});
const hangup = z.object({
  event: z.literal('Hangup'),
  ...common,
  channel: gatewayName,
  /** The context of the dial plan in which it ended: `hangup-out-unconnected` where nobody answered our call. */
  context: gatewayName,
});
const transferCall = z.object({
  event: z.enum(['BlindTransfer', 'AttendedTransfer']),
  ...common,
  /** The target of the transfer. */
  extension: z.string(),
});

/** For a call that we made: the user's own phone has answered, or will not. */
const originateResponse = z.object({
  event: z.literal('OriginateResponse'),
  ...moment,
  call_id: id,
  channel_agent: gatewayName,
  ticket_id: id.nullable(),
  ticket_media_id: mediaId.nullable(),
});

/** The other side has put us on hold, or resumed: meanwhile we hear its music. */
const holdChanged = z.object({ ...moment, call_id: id.nullable(), is_held: z.boolean() });

/** A call from outside rings at the user's phone, from a queue or because a colleague has transferred it. */
const phoneRings = z.object({
  ...moment,
  call_id: id.nullable(),
  ticket_id: id.nullable(),
  customer_id: id.nullable(),
  contact_number: z.string(),
  /** The queue in which it waits; empty where it waits in none. */
  queue: z.string(),
  /** The extension of the colleague who has transferred it; empty where nobody has. */
  transferred_by: z.string(),
});

/** A call that rang at the user's phone was answered by a colleague. */
const ringTaken = z.object({
  ...moment,
  call_id: id.nullable(),
  contact_number: z.string(),
  /** The colleague's name, or the extension where it is nobody's. */
  taken_by: z.string(),
});

/** Sent to the owners of the phones concerned. The names are those of section 7. */
export const telephonyEvents = {
  'agent-called-event': agentCalled,
  'agent-connect-event': agentConnect,
  'agent-complete-event': agentComplete,
  'bridge-enter-event': bridgeEnter,
  'hangup-event': hangup,
  'originate-response-event': originateResponse,
  'phone-hold-changed': holdChanged,
  'phone-ring-taken': ringTaken,
  'phone-rings': phoneRings,
  'transfercall-event': transferCall,
  'phone-gateway-health': z.object({ id, state: z.enum(['off', 'starting', 'ok', 'failing']) }),
};

const NAMES = [
  'AgentCalled',
  'AgentConnect',
  'AgentComplete',
  'BridgeEnter',
  'BridgeEnterClient',
  'Hangup',
  'BlindTransfer',
  'AttendedTransfer',
  'OriginateResponse',
] as const;

const short = z.string().max(LIMITS.identity);

export const mirrorSocketEvent = endpoint({
  method: 'POST',
  path: '/api/socket',
  permission: 'signed-in',
  summary:
    'Report that an event of a call has reached the screen, to measure the delay. Repeated reports count once.',
  bodyBytes: 4096,
  body: z.looseObject({ event: z.enum(NAMES), eventtime: short, uniqueid: short.min(1) }),
  response: okResponse,
});

export const PHONE_FAULTS = ['unreachable', 'refused', 'lost', 'late', 'failed'] as const;
export const phoneFault = z.enum(PHONE_FAULTS);
export type PhoneFault = z.infer<typeof phoneFault>;

/** The health of a gateway. A change emits `phone-gateway-health`. */
export const phoneGatewayHealth = z.object({
  state: z.enum(['off', 'starting', 'ok', 'failing']),
  /** `unreachable`: no connection; `refused`: wrong user name or secret; the others: the connection broke while in use. */
  fault: phoneFault.nullable(),
  /** The message of the gateway or the network. */
  said: z.string(),
  since: timestamp.nullable(),
});
export type PhoneGatewayHealth = z.infer<typeof phoneGatewayHealth>;

const connectionFields = {
  host: line(LIMITS.identity),
  port: z.number().int().min(1).max(65535),
  is_tls: z.boolean(),
  username: line(LIMITS.identity),
};
/** Write-only: left out, it stays as it was. */
const secret = text(LIMITS.mailSecret).min(1);
const own = {
  name: line(LIMITS.name),
  department_id: id,
  is_active: z.boolean(),
  ...connectionFields,
  /** How long after-call work lasts before agents become ready automatically; 0: none; null: the wrap-up of its department. */
  after_call_seconds: z.number().int().min(0).max(3600).nullable(),
};
/** Settings of phones in browsers. */
const lines = {
  /** The WebSocket for SIP, as this server reaches it; empty: phones in browsers are not supported. */
  ws_url: z
    .string()
    .trim()
    .max(LIMITS.url)
    .regex(/^(?:wss?:\/\/[\w.:[\]-]+(?:\/[^\s#]*)?)?$/),
  /** The address to which browsers send media; empty: the one that the gateway offers. */
  media_address: z
    .string()
    .trim()
    .max(LIMITS.identity)
    .regex(/^[\w.:-]*$/),
  /** The address at which the gateway reaches this server, to fetch prompts; empty: the public one. */
  server_url: z
    .string()
    .trim()
    .max(200)
    .regex(/^(?:https?:\/\/[\w.:-]+(?:\/[\w./~-]*)?)?$/),
};

/** A telephone gateway: an Asterisk that we control by its manager interface. */
export const phoneGateway = z.object({
  id,
  ...own,
  host: z.string(),
  username: z.string(),
  ws_url: z.string(),
  media_address: z.string(),
  server_url: z.string(),
  health: phoneGatewayHealth,
  updated_at: timestamp,
});
export type PhoneGateway = z.infer<typeof phoneGateway>;

/** An active gateway to which there is no connection, as everybody whom its calls concern sees it. */
export const lostGateway = z.object({ id, name: z.string(), since: timestamp.nullable() });
export type LostGateway = z.infer<typeof lostGateway>;

export const listLostGateways = endpoint({
  method: 'GET',
  path: '/api/phone/gateways/lost',
  permission: 'TICKETS:VIEW',
  orPermission: 'MONITORING:VIEW',
  summary: 'Telephone gateways to which there is no connection, and since when.',
  response: z.object({ data: z.array(lostGateway) }),
});

const typed = z.strictObject({
  ...own,
  secret,
  ws_url: lines.ws_url.optional(),
  media_address: lines.media_address.optional(),
  server_url: lines.server_url.optional(),
});

export const listPhoneGateways = endpoint({
  method: 'GET',
  path: '/api/phone/gateways',
  permission: 'CONFIG_APP:VIEW',
  summary: 'Telephone gateways with their settings and state, without secrets.',
  response: z.object({ data: z.array(phoneGateway) }),
});

export const createPhoneGateway = endpoint({
  method: 'POST',
  path: '/api/phone/gateways',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Add a telephone gateway. Its calls are tracked from then on.',
  body: typed,
  response: z.object({ data: phoneGateway }),
});

export const updatePhoneGateway = endpoint({
  method: 'PATCH',
  path: '/api/phone/gateways/:id',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Change a telephone gateway. Omitted values stay as they are.',
  params: z.object({ id: idText }),
  body: typed.partial(),
  response: z.object({ data: phoneGateway }),
});

export const removePhoneGateway = endpoint({
  method: 'DELETE',
  path: '/api/phone/gateways/:id',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Delete a telephone gateway; one with call records or browser phones is deactivated instead.',
  params: z.object({ id: idText }),
  response: okResponse.extend({ removed: z.boolean() }),
});

export const testPhoneGateway = endpoint({
  method: 'POST',
  path: '/api/phone/gateways/test',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Test the connection and the sign-in with these values. Nothing is stored.',
  perMinute: 20,
  /** With `id` and without a secret: uses that gateway's stored one. */
  body: z.strictObject({ ...connectionFields, secret: secret.optional(), id: id.optional() }),
  response: z.object({
    data: z.object({ fault: phoneFault.nullable(), said: z.string(), version: z.string() }),
  }),
});
