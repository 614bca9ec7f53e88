import { z } from 'zod';

/**
 * Deliveries of the Messenger Platform for pages and for Instagram accounts, by its documentation. Loose: unknown fields are
 * allowed, and a message that differs from the documentation becomes one of unknown kind.
 */
const text = z.string().catch('');
const flag = z.boolean().catch(false);
const maybe = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined);
const mid = z.string().min(1);

const attachment = z.object({
  type: text,
  title: text,
  url: text,
  payload: z
    .object({
      url: text,
      title: text,
      name: text,
      sticker_id: z.unknown(),
      coordinates: maybe(z.object({ lat: z.number(), long: z.number() })),
      /** The product that the customer asks about. */
      product: maybe(z.object({ elements: z.array(z.object({ title: text })) })),
      generic: maybe(z.object({ elements: z.array(z.object({ title: text, item_url: text })) })),
    })
    .partial()
    .catch({}),
});
export type PageAttachment = z.infer<typeof attachment>;

const referral = z.object({
  ref: text,
  source: text,
  type: text,
  referer_uri: text,
  product: maybe(z.object({ id: text })),
  ads_context_data: maybe(z.object({ ad_title: text, photo_url: text })),
});
export type PageReferral = z.infer<typeof referral>;

const message = z.object({
  mid,
  text,
  attachments: z.array(attachment).catch([]),
  quick_reply: maybe(z.object({ payload: text })),
  reply_to: maybe(z.object({ mid: maybe(mid), story: maybe(z.object({ url: text, id: text })) })),
  referral: maybe(referral),
  metadata: maybe(z.string()),
  is_echo: flag,
  is_deleted: flag,
  is_unsupported: flag,
});
export type PageMessage = z.infer<typeof message>;

/** Milliseconds since 1970; an invalid or future time is replaced by the time of reading. */
const moment = z.unknown().transform((given) => {
  const now = new Date();
  const date = typeof given === 'number' && given > 0 && given <= now.getTime() ? new Date(given) : now;
  return date;
});

export const pageEvent = z
  .object({
    /** Missing where the event is about the account itself. */
    sender: maybe(z.object({ id: z.string().min(1) })),
    timestamp: moment,
    recipient: maybe(z.object({ id: text })),
    message: maybe(message),
    message_edit: maybe(z.object({ mid, text: z.string() })),
    reaction: maybe(z.object({ mid, action: text, emoji: text, reaction: text })),
    delivery: maybe(z.object({ mids: z.array(mid).catch([]), watermark: z.unknown().optional() })),
    read: maybe(z.object({ mid: maybe(mid), watermark: z.unknown().optional() })),
    postback: maybe(z.object({ mid: maybe(mid), title: text, payload: text, referral: maybe(referral) })),
    referral: maybe(referral),
    policy_enforcement: maybe(z.object({ action: text, reason: text })),
    account_linking: maybe(z.object({ status: text })),
    optin: maybe(z.object({ type: text, ref: text, payload: text, title: text })),
  })
  .loose();
export type PageEvent = z.infer<typeof pageEvent>;

export const pageCall = z.object({ id: z.string().min(1), from: z.string().min(1), call_direction: text });
export { moment };

const events = z.array(z.unknown()).catch([]);
export const pageDelivery = z.object({
  object: z.enum(['page', 'instagram']),
  entry: z.array(
    z.object({
      id: z.string().min(1),
      messaging: events,
      /** Events of conversations that another app controls; Meta delivers them to us as well. */
      standby: events,
      /** A call to the page. */
      calls: events,
      /** Some events of Instagram come in this form. */
      changes: z.array(z.object({ field: text, value: z.unknown() })).catch([]),
    }),
  ),
});
