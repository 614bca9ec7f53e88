import { z } from 'zod';
import { templateContent } from './message-templates.ts';
import { id, timestamp } from '../kit/shapes.ts';

/** What a message of a messaging channel can be, besides text. */
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
  /** What somebody who called has said to nobody. */
  'voicemail',
  /** A link, or something that stands elsewhere at the provider: what it is, `shared` says. */
  'shared',
  /** A button or a line of a list that they chose. */
  'choice',
  'order',
  /** One that the provider had looked at before. */
  'template',
  /** What the provider tells, such as a changed number. */
  'system',
  /** Something that we do not know, or that the provider does not hand on. */
  'unknown',
] as const;

/** `story_mention`: they name us in a story of theirs; `story`: one of ours. */
export const SHARED_THINGS = ['link', 'post', 'product', 'reel', 'story', 'story_mention'] as const;

/** What a message of a messaging channel has beside its text and its attachments. */
export const messageExtra = z.object({
  kind: z.enum(MESSAGE_KINDS),
  /** A photo, sound or document that has not been fetched: is it still coming, or why is it not? */
  media: z
    .object({ state: z.enum(['coming', 'failed']), name: z.string(), mime: z.string(), reason: z.string() })
    .optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string(), address: z.string() })
    .optional(),
  contacts: z
    .array(z.object({ name: z.string(), phones: z.array(z.string()), emails: z.array(z.string()) }))
    .optional(),
  /** Of `voicemail`: the call whose recording it is, and for how long they spoke. */
  voicemail: z.object({ call_id: id, seconds: z.number().int() }).optional(),
  /** What it answers; `message_id` is null where we do not have that message. */
  reply_to: z.object({ message_id: id.nullable(), preview: z.string() }).optional(),
  reactions: z.array(z.object({ emoji: z.string(), by: z.enum(['customer', 'user']) })).optional(),
  /** When the customer last reacted to it, or took that back: what is older changes nothing. */
  reacted_at: timestamp.optional(),
  /** What they hand on, or talk about. Beside another kind: what the message answers. */
  shared: z.object({ what: z.enum(SHARED_THINGS), title: z.string(), url: z.string() }).optional(),
  is_forwarded: z.literal(true).optional(),
  edited_at: timestamp.optional(),
  /** The customer took it back. */
  deleted_at: timestamp.optional(),
  /** The advertisement or post that they came by. */
  referral: z.object({ url: z.string(), headline: z.string(), body: z.string() }).optional(),
  /** Of `template`: which, and what stands around its words; a photo or document of it is among the attachments. */
  template: templateContent
    .omit({ body: true })
    .extend({
      template_id: id,
      name: z.string(),
      language: z.string(),
      values: z.record(z.string(), z.string()),
    })
    .optional(),
  /** Of ours: what the customer may answer by pressing it. */
  choices: z.array(z.string()).optional(),
  /** Of `unknown` and `system`: what the provider calls it. */
  named: z.string().optional(),
});
export type MessageExtra = z.infer<typeof messageExtra>;
