import { z } from 'zod';

/**
 * What WhatsApp's Cloud API delivers, as its documentation describes it. Loose: what is not named here is let through,
 * and what is not as described becomes a message of unknown kind rather than being dropped.
 */
const text = z.string().catch('');
const file = z.object({
  id: z.string(),
  mime_type: text,
  filename: text,
  caption: text,
  voice: z.boolean().catch(false),
});
/** Numbers come as numbers or as strings. */
const count = z.union([z.number(), z.string()]).catch('');
const chosen = z.object({ id: text, title: text }).partial().catch({});
const outcome = z.object({ name: text, body: text, response_json: text }).optional().catch(undefined);
const captioned = z.object({ caption: z.string() }).optional().catch(undefined);

export const whatsappMessage = z.object({
  id: z.string().min(1),
  /** The phone number; customers who use a user name have only `from_user_id`. */
  from: text,
  from_user_id: text,
  /** For messages that the account sent from the WhatsApp Business app. */
  to: text,
  to_user_id: text,
  timestamp: text,
  type: text,
  context: z
    .object({
      id: z.string().optional(),
      forwarded: z.boolean().optional(),
      frequently_forwarded: z.boolean().optional(),
      referred_product: z.object({ product_retailer_id: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  text: z.object({ body: z.string() }).optional().catch(undefined),
  image: file.optional().catch(undefined),
  video: file.optional().catch(undefined),
  audio: file.optional().catch(undefined),
  document: file.optional().catch(undefined),
  sticker: file.optional().catch(undefined),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: text, address: text })
    .optional()
    .catch(undefined),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: text }).catch({ formatted_name: '' }),
        phones: z.array(z.object({ phone: text })).catch([]),
        emails: z.array(z.object({ email: text })).catch([]),
      }),
    )
    .optional()
    .catch(undefined),
  button: z.object({ text, payload: text }).optional().catch(undefined),
  interactive: z
    .object({ type: text, button_reply: chosen, list_reply: chosen, nfm_reply: outcome })
    .partial()
    .optional()
    .catch(undefined),
  reaction: z.object({ message_id: z.string(), emoji: text }).optional().catch(undefined),
  edit: z
    .object({
      original_message_id: z.string(),
      message: z.object({
        text: z.object({ body: z.string() }).optional().catch(undefined),
        image: captioned,
        video: captioned,
        document: captioned,
      }),
    })
    .optional()
    .catch(undefined),
  revoke: z.object({ original_message_id: z.string() }).optional().catch(undefined),
  /** `new_wa_id` in older versions. */
  system: z
    .object({ body: text, type: text, wa_id: text, new_wa_id: text })
    .partial()
    .optional()
    .catch(undefined),
  order: z
    .object({
      text,
      product_items: z
        .array(z.object({ product_retailer_id: text, quantity: count, item_price: count, currency: text }))
        .catch([]),
    })
    .optional()
    .catch(undefined),
  referral: z.object({ source_url: text, headline: text, body: text }).optional().catch(undefined),
  errors: z
    .array(z.object({ title: text, message: text }))
    .optional()
    .catch(undefined),
  /** For messages that the provider does not deliver: their type. */
  unsupported: z.object({ type: text }).optional().catch(undefined),
});
export type WhatsappMessage = z.infer<typeof whatsappMessage>;

const failures = z
  .array(
    z.object({
      code: z.number(),
      title: text,
      message: text,
      error_data: z.object({ details: text }).optional().catch(undefined),
    }),
  )
  .optional()
  .catch(undefined);
export type WhatsappFailure = NonNullable<z.infer<typeof failures>>[number];

export const whatsappStatus = z.object({
  id: z.string().min(1),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional().catch(undefined),
  errors: failures,
});

/** A call to the account. */
export const whatsappCall = z.object({
  id: z.string().min(1),
  from: text,
  from_user_id: text,
  timestamp: text,
  event: text,
  direction: text,
});

const many = z.array(z.unknown()).catch([]);
const value = z
  .object({
    metadata: z.object({ phone_number_id: z.string() }).optional().catch(undefined),
    contacts: z
      .array(
        z.object({
          wa_id: text,
          user_id: text,
          profile: z.object({ name: text, username: text }).catch({ name: '', username: '' }),
        }),
      )
      .catch([]),
    messages: many,
    message_echoes: many,
    statuses: many,
    calls: many,
    errors: failures,
  })
  .loose();
export type WhatsappValue = z.infer<typeof value>;

export const whatsappDelivery = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      id: text,
      changes: z.array(z.object({ field: text, value: value.catch(() => value.parse({})) })),
    }),
  ),
});
