import { z } from 'zod';
import { language } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { widgetSettings } from '../settings/settings.ts';
import { emailAddress } from '../mail/mail-address.ts';
import { clientKey, okResponse, fileRef, id, idText, line, text, timestamp } from '../kit/shapes.ts';
import { messageState } from '../tickets/tickets.ts';

/** What the widget on a customer's site uses: REST with `Authorization: Bearer <visitor token>`, and this socket namespace. */
export const LIVECHAT_NAMESPACE = '/livechat';

export const getWidget = endpoint({
  method: 'GET',
  path: '/api/livechat/:key',
  permission: 'public',
  summary: 'Look and behaviour of a chat widget. Refused for sites that are not allowed.',
  perMinute: 60,
  params: z.object({ key: z.string().max(40) }),
  response: z.object({
    data: widgetSettings.omit({ allowed_sites: true }).extend({
      organisation: z.string(),
      /** The path of the organisation's logo on this server; null for none. */
      logo: z.string().nullable(),
      /** Whether an agent is there now. If not, the widget shows the offline form. */
      is_online: z.boolean(),
      /** Whether outgoing mail is configured, so that replies and transcripts can be mailed to the visitor. */
      can_mail: z.boolean(),
      max_file_bytes: z.number().int(),
    }),
  }),
});

export const createVisitor = endpoint({
  method: 'POST',
  path: '/api/livechat/:key/visitors',
  permission: 'public',
  summary: 'Start a visit: returns the token that identifies this browser from now on.',
  perMinute: 20,
  anySite: true,
  params: z.object({ key: z.string().max(40) }),
  body: z.strictObject({ language, page: text(LIMITS.url).default('') }),
  response: z.object({ token: z.string() }),
});

/** A message as the visitor sees it: no notes, and nothing about others on the ticket. */
export const visitorMessage = z.object({
  id,
  from: z.enum(['visitor', 'agent', 'system']),
  author: z.string(),
  body: z.string(),
  attachments: z.array(fileRef),
  state: messageState.nullable(),
  client_key: z.string().nullable(),
  created_at: timestamp,
});
export type VisitorMessage = z.infer<typeof visitorMessage>;

export const visitorChat = z.object({
  /** `none`: not started yet, or the last one has ended. */
  status: z.enum(['none', 'waiting', 'active', 'ended']),
  agent_name: z.string().nullable(),
  /** It ended because its ticket was solved, and continues with the visitor's next message. */
  goes_on: z.boolean(),
  /** Position in the queue, from 1, while waiting. */
  position: z.number().int().nullable(),
  /** Expected wait in seconds, from recent waits in this department; null where there were too few. */
  expected_wait: z.number().int().nullable(),
  visitor: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type VisitorChat = z.infer<typeof visitorChat>;

export const getChat = endpoint({
  method: 'GET',
  path: '/api/livechat/chat',
  permission: 'visitor',
  summary:
    'State of the visitor’s chat and the messages so far, oldest first; the newest page unless `before` is given.',
  perMinute: 120,
  query: z.strictObject({ before: idText.optional() }),
  response: z.object({
    data: z.object({ chat: visitorChat, messages: z.array(visitorMessage), has_more: z.boolean() }),
  }),
});

const files = z.array(z.uuid()).max(LIMITS.filesPerMessage).default([]);

export const startChat = endpoint({
  method: 'POST',
  path: '/api/livechat/chat',
  permission: 'visitor',
  summary: 'Start a chat with the answers of the pre-chat form. The first message may come with it.',
  perMinute: 10,
  perMinuteOfAddress: 60,
  body: z.strictObject({
    client_key: clientKey,
    name: line(LIMITS.name),
    email: emailAddress.optional(),
    phone: line(40).optional(),
    question: text(LIMITS.visitorBody).default(''),
    page: text(LIMITS.url).default(''),
  }),
  response: getChat.response,
});

export const leaveMessage = endpoint({
  method: 'POST',
  path: '/api/livechat/chat/offline',
  permission: 'visitor',
  summary: 'The offline form: becomes a ticket that is answered by e-mail or when the visitor returns.',
  perMinute: 5,
  perMinuteOfAddress: 20,
  body: z.strictObject({
    client_key: clientKey,
    name: line(LIMITS.name),
    email: emailAddress,
    body: line(LIMITS.visitorBody),
    page: text(LIMITS.url).default(''),
  }),
  response: okResponse,
});

export const sendVisitorMessage = endpoint({
  method: 'POST',
  path: '/api/livechat/chat/messages',
  permission: 'visitor',
  summary: 'Send a message. The same client_key is stored once, however often it is sent.',
  perMinute: 40,
  perMinuteOfAddress: 240,
  body: z
    .strictObject({ client_key: clientKey, body: text(LIMITS.visitorBody), file_ids: files })
    .refine((value) => value.body.trim() !== '' || value.file_ids.length > 0, {
      message: 'A message needs text or a file',
    }),
  response: z.object({ data: visitorMessage }),
});

export const uploadVisitorFile = endpoint({
  method: 'POST',
  path: '/api/livechat/chat/files',
  permission: 'visitor',
  summary: 'Upload a file for a message.',
  perMinute: 40,
  upload: true,
  response: z.object({ data: fileRef }),
});

export const downloadVisitorFile = endpoint({
  method: 'GET',
  path: '/api/livechat/files/:id',
  permission: 'public',
  summary: 'A file of a chat. The address carries its own signature, because an image cannot send a header.',
  perMinute: 300,
  params: z.object({ id: z.uuid() }),
  query: z.object({ signature: z.string().max(100) }),
  response: z.unknown(),
  download: true,
});

export const markVisitorRead = endpoint({
  method: 'POST',
  path: '/api/livechat/chat/read',
  permission: 'visitor',
  summary: 'Mark messages as read, up to this one.',
  perMinute: 120,
  perMinuteOfAddress: 600,
  body: z.strictObject({ message_id: id }),
  response: okResponse,
});

export const endChat = endpoint({
  method: 'POST',
  path: '/api/livechat/chat/end',
  permission: 'visitor',
  summary: 'End the chat.',
  perMinute: 10,
  perMinuteOfAddress: 60,
  body: z.strictObject({}),
  response: okResponse,
});

export const mailTranscript = endpoint({
  method: 'POST',
  path: '/api/livechat/chat/transcript',
  permission: 'visitor',
  summary: 'Send the transcript to this address.',
  perMinute: 3,
  perMinuteOfAddress: 10,
  body: z.strictObject({ email: emailAddress }),
  response: okResponse,
});

/** Server to widget. They have no numbers, since the widget fetches the chat again after a reconnect. */
export const visitorEvents = {
  message: visitorMessage,
  'message-state': z.object({ message_id: id, state: messageState }),
  'chat-changed': visitorChat,
  'agent-typing': z.object({ typing: z.boolean() }),
  /** The visitor's call has changed, and is to be fetched again. */
  'call-moved': z.object({ room_name: z.string() }),
  /** The call-back that they asked for has changed. */
  'call-back-moved': z.object({}),
};

/** Widget to server. */
export const visitorRequests = {
  typing: z.strictObject({ typing: z.boolean() }),
};
