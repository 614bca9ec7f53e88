import type { DraftKind, FileRef } from '@trunkline/contract';
import { useSession } from '#shared/api/session.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { useDraft } from '#features/tickets/outbox/use-draft.ts';
import { useUploads } from '../files/use-uploads.ts';

/** The draft of a reply or of a note on the open ticket, with its files; the two are independent. */
export function useComposerDraft(kind: DraftKind) {
  const { detail } = useOpenTicket();
  const { user } = useSession();
  const { draft, state, change, clear } = useDraft(
    { userId: user.id, ticketId: detail.ticket.id, kind },
    detail,
  );
  const uploads = useUploads({ attached: draft.files.length, onDone: addFile });

  // An upload ends after later renders, so it is added to the current files and not to those of its render.
  function addFile(file: FileRef): void {
    change((before) => ({ files: [...before.files, file] }));
  }

  return { draft, state, change, clear, uploads };
}
