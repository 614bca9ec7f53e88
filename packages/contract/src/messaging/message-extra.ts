import { z } from 'zod';
import { templateContent } from './message-templates.ts';
import { id, timestamp } from '../kit/shapes.ts';

/** The kinds of messages on messaging channels. */
export const MESSAGE_KINDS = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contacts',
  /** The message of a caller who reached nobody. */
  'voicemail',
  /** A link, or something at the provider; `shared` tells what. */
  'shared',
  /** A button or list item that the customer chose. */
  'choice',
  'order',
  /** A template that the provider had approved. */
  'template',
  /** A notice of the provider, for example of a changed number. */
  'system',
  /** A kind that we do not know, or that the provider does not pass on. */
  'unknown',
] as const;

/** How long what a provider delivered is kept as it came. */
export const DELIVERY_KEPT_DAYS = 30;

/** `story_mention`: the customer mentions us in their story; `story`: one of our stories. */
export const SHARED_THINGS = ['link', 'post', 'product', 'reel', 'story', 'story_mention'] as const;

/** What a message of a messaging channel has besides its text and attachments. */
export const messageExtra = z.object({
  kind: z.enum(MESSAGE_KINDS),
  /** An attachment that was not downloaded yet: whether it is coming, or why it failed. */
  media: z
    .object({ state: z.enum(['coming', 'failed']), name: z.string(), mime: z.string(), reason: z.string() })
    .optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string(), address: z.string() })
    .optional(),
  contacts: z
    .array(z.object({ name: z.string(), phones: z.array(z.string()), emails: z.array(z.string()) }))
    .optional(),
  /** With `voicemail`: the recorded call, and the length of the message. */
  voicemail: z.object({ call_id: id, seconds: z.number().int() }).optional(),
  /** The message that it replies to; `message_id` is null where we do not have that one. */
  reply_to: z.object({ message_id: id.nullable(), preview: z.string() }).optional(),
  /** One of each sender. `from`: their address at the provider; it is missing in older ones. */
  reactions: z
    .array(z.object({ emoji: z.string(), by: z.enum(['customer', 'user']), from: z.string().optional() }))
    .optional(),
  /** When each sender last added or removed a reaction: older updates are ignored. */
  reacted: z.record(z.string(), timestamp).optional(),
  /** The same of all senders together, before senders were told apart. */
  reacted_at: timestamp.optional(),
  /** What they share; with other kinds, what the message replies to. */
  shared: z.object({ what: z.enum(SHARED_THINGS), title: z.string(), url: z.string() }).optional(),
  /** The text was cut: it has the first `after` of `of` characters. The delivery has all of it, for `DELIVERY_KEPT_DAYS`. */
  cut: z.object({ after: z.number().int(), of: z.number().int() }).optional(),
  /** The message is nothing but the keyword that ends or resumes messages to them. */
  wish: z.enum(['stop', 'start']).optional(),
  is_forwarded: z.literal(true).optional(),
  edited_at: timestamp.optional(),
  /** The customer deleted it. */
  deleted_at: timestamp.optional(),
  /** The advertisement or post from which they came. */
  referral: z.object({ url: z.string(), headline: z.string(), body: z.string() }).optional(),
  /** With `template`: the template with its header and buttons; its photo or document is among the attachments. */
  template: templateContent
    .omit({ body: true })
    .extend({
      template_id: id,
      name: z.string(),
      language: z.string(),
      values: z.record(z.string(), z.string()),
    })
    .optional(),
  /** For our own messages: the choices for the customer. */
  choices: z.array(z.string()).optional(),
  /** With `unknown` and `system`: the provider's name for it. */
  named: z.string().optional(),
});
export type MessageExtra = z.infer<typeof messageExtra>;
