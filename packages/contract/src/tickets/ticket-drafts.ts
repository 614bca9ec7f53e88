import { z } from 'zod';
import { fileRef, timestamp } from '../kit/shapes.ts';

export const draftKind = z.enum(['reply', 'note']);
export type DraftKind = z.infer<typeof draftKind>;

export const draft = z.object({
  kind: draftKind,
  body: z.string(),
  attachments: z.array(fileRef),
  updated_at: timestamp,
});
