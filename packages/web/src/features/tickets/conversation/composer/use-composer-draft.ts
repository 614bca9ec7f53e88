import type { DraftKind, FileRef } from '@trunkline/contract';
import { useSession } from '#shared/api/session.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { useDraft } from '#features/tickets/outbox/use-draft.ts';
import { useUploads } from '../files/use-uploads.ts';

/** One of the two texts on the open ticket, with its files: looking something up in a note keeps the reply as it is. */
export function useComposerDraft(kind: DraftKind) {
  const { detail } = useOpenTicket();
  const { user } = useSession();
  const { draft, state, change, clear } = useDraft(
    { userId: user.id, ticketId: detail.ticket.id, kind },
    detail,
  );
  const uploads = useUploads({ attached: draft.files.length, onDone: addFile });

  // Uploads end later than the render that began them, so the files of that moment count, not of then.
  function addFile(file: FileRef): void {
    change((before) => ({ files: [...before.files, file] }));
  }

  return { draft, state, change, clear, uploads };
}
