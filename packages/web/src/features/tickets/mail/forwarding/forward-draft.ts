import { fileRef, LIMITS, mailAddress, type FileRef } from '@trunkline/contract';
import { z } from 'zod';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { isTooLong, lengthOf, type Length } from '#features/tickets/conversation/composer/text-length.ts';
import type { MailRecipients, MessageToRewrite } from '#features/tickets/outbox/outbox.ts';
import { emailHtml } from '../html-of-text.ts';
import { isAddress, isTooMany } from '../recipients/addresses.ts';

/** The draft of a forwarded e-mail; `chosen`: ids of the original's attachments that are sent along. */
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

type DraftKey = { userId: number; messageId: number };
const keyOf = (userId: number): string => `forward.${userId}`;

/** The user's draft on this device; only that of the last e-mail is kept. */
export function readForwardDraft({ userId, messageId }: DraftKey): ForwardDraft | undefined {
  const { data } = kept.safeParse(readStored(keyOf(userId)));
  return data?.message_id === messageId ? data.draft : undefined;
}

/** Null once the e-mail is sent. */
export const writeForwardDraft = ({ userId, messageId }: DraftKey, draft: ForwardDraft | null): void =>
  writeStored(keyOf(userId), draft && { message_id: messageId, draft });

const NOBODY: MailRecipients = { to: [], cc: [], bcc: [] };

/**
 * The initial draft: what was written before sending was undone, else the draft on this device, else no text and all files of the
 * e-mail.
 */
export function forwardDraftOf(
  files: readonly FileRef[],
  written: MessageToRewrite | undefined,
  left: ForwardDraft | undefined,
): ForwardDraft {
  const { to, cc, bcc } = written?.letter ?? left ?? NOBODY;
  const all = files.slice(0, LIMITS.filesPerMessage).map(({ id }) => id);
  const { html, own, chosen } = written
    ? {
        html: written.letter?.html ?? written.body,
        own: written.attachments,
        chosen: written.forwards?.file_ids ?? all,
      }
    : (left ?? { html: '', own: [], chosen: all });
  return { to, cc, bcc, html, own, chosen };
}

/** The text in the form in which it is sent. */
export const htmlOf = ({ html }: Pick<ForwardDraft, 'html'>): string => html.trim() && emailHtml(html.trim());
export const forwardLength = (draft: ForwardDraft): Length => lengthOf(htmlOf(draft), true);

/** Why the e-mail cannot be sent; problems of the text and of addresses are also shown at their fields. */
export function problemOf(draft: ForwardDraft): 'nobody' | 'overfull' | 'text' | 'addresses' | null {
  const { to, cc, bcc, own, chosen } = draft;
  if (to.length === 0) return 'nobody';
  if (chosen.length + own.length > LIMITS.filesPerMessage) return 'overfull';
  if (isTooLong(forwardLength(draft))) return 'text';
  return isTooMany(draft) || ![...to, ...cc, ...bcc].every(isAddress) ? 'addresses' : null;
}
