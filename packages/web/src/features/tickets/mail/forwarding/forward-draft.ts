import { fileRef, mailAddress, type FileRef } from '@trunkline/contract';
import { z } from 'zod';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import type { MailRecipients } from '#features/tickets/outbox/outbox.ts';

/** What is written to pass a mail on; `chosen` are its attachments that go along. */
export type ForwardDraft = MailRecipients & { html: string; own: FileRef[]; chosen: string[] };

const people = z.array(mailAddress);
const kept = z.object({
  message_id: z.number(),
  draft: z.object({
    to: people,
    cc: people,
    bcc: people,
    html: z.string(),
    own: z.array(fileRef),
    chosen: z.array(z.string()),
  }),
});

type Whose = { userId: number; messageId: number };
const keyOf = (userId: number): string => `forward.${userId}`;

/** The draft that this person has left on this device; only that of the last mail is kept. */
export function readForwardDraft({ userId, messageId }: Whose): ForwardDraft | undefined {
  const { data } = kept.safeParse(readStored(keyOf(userId)));
  return data?.message_id === messageId ? data.draft : undefined;
}

/** Null once it is sent. */
export const writeForwardDraft = ({ userId, messageId }: Whose, draft: ForwardDraft | null): void =>
  writeStored(keyOf(userId), draft && { message_id: messageId, draft });
