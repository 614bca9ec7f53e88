import { queryClient } from '#shared/api/query-client.ts';
import { writeStored } from '#shared/lib/stored.ts';
import { ticketKeys } from '../api.ts';
import { forwardRequest } from '../mail/forwarding/forward-request.ts';
import type { TicketDetail } from '../realtime.ts';
import { readLocalDraft, writeLocalDraft } from './local-drafts.ts';
import type { MessageToRewrite } from './outbox.ts';

type DraftKey = { userId: number; ticketId: number };

/** Adds an unsent message to the draft of its ticket, whose page was left meanwhile, after the text that is there. */
export function keepAsDraft({ userId, ticketId }: DraftKey, message: MessageToRewrite): void {
  const { kind, body, attachments, letter, forwards } = message;
  if (forwards) {
    forwardRequest.set({ ticketId, messageId: forwards.message_id, written: message });
    return;
  }
  const place = { userId, ticketId, kind };
  const stored = queryClient
    .getQueryData<TicketDetail>(ticketKeys.one(ticketId))
    ?.drafts.find((draft) => draft.kind === kind);
  const before = readLocalDraft(place) ?? { body: stored?.body ?? '', files: stored?.attachments ?? [] };
  const words = [before.body.trim(), letter?.html ?? body].filter(Boolean).join(letter ? '' : '\n\n');
  writeLocalDraft(place, { body: words, files: [...before.files, ...attachments] });
  if (!letter) return;
  const { to, cc, bcc } = letter;
  writeStored(`mail-to.${userId}.${ticketId}`, { to, cc, bcc });
}
