import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { onOneLine } from './one-line.ts';

export const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** An id in a path or query, where everything is text. */
export const idText = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** An id as the key of an object, which is always text. */
export const idKey = z.string().regex(/^[1-9]\d{0,14}$/);
/** An option of a choice. Its id stays when it is renamed; an empty one is new. */
export const option = z.object({
  id: z.string().regex(/^\d{0,9}$/),
  name: z.string(),
  is_active: z.boolean(),
});
export type Option = z.infer<typeof option>;
/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.string();
/** The opaque position in a list: `next` of the previous page. */
export const cursor = z.string().max(1000);
export const okResponse = z.object({ ok: z.literal(true) });

// PostgreSQL cannot store U+0000 in text, so it is removed rather than refusing the whole message.
const withoutNul = (text: string) => text.replaceAll('\u0000', '');
/** One line of text, as a name: trimmed, and with something that can be seen. */
export const line = (max: number) => z.string().max(max).overwrite(onOneLine).min(1);
/** Text of several lines; may be empty. */
export const text = (max: number) => z.string().max(max).overwrite(withoutNul);
/** An id made by the sender, by which the same request sent twice is stored once. */
export const clientKey = z.string().regex(/^[\w-]{8,64}$/);
export const tag = line(LIMITS.tag).toLowerCase();
export const idListText = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
  .transform((list) => list.split(',').map(Number));

export const fileRef = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  /** The address at which the reader of this response can fetch it. */
  url: z.string(),
});
export type FileRef = z.infer<typeof fileRef>;
