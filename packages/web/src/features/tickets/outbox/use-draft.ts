import { saveDraft } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useKeptDraft } from '#shared/forms/use-kept-draft.ts';
import { ticketKeys } from '../api.ts';
import {
  type LocalDraft,
  isEmptyDraft,
  type DraftKey,
  readLocalDraft,
  writeLocalDraft,
} from './local-drafts.ts';
import type { TicketDetail } from '../realtime.ts';

const NOTHING: LocalDraft = { body: '', files: [] };

/** The draft of a reply or note on a ticket. */
export function useDraft(place: DraftKey, { drafts }: TicketDetail) {
  const stored = drafts.find(({ kind }) => kind === place.kind);
  const { draft, state, change, save } = useKeptDraft<LocalDraft>({
    stored: stored ? { body: stored.body, files: stored.attachments } : null,
    empty: () => NOTHING,
    read: () => readLocalDraft(place),
    write: (next) => writeLocalDraft(place, next),
    put: (next) => putDraft(place, next),
    isEmpty: isEmptyDraft,
  });

  /** Discards the draft after sending. */
  function clear(): void {
    change(NOTHING);
    save();
  }

  return { draft, state, change, clear };
}

async function putDraft({ ticketId: id, kind }: DraftKey, draft: LocalDraft): Promise<void> {
  const { body, files } = draft;
  await call(saveDraft, { params: { id }, body: { kind, body, file_ids: files.map((file) => file.id) } });
  // Updates the cached ticket, from which the draft is restored when the pane is opened again.
  queryClient.setQueryData<TicketDetail>(ticketKeys.one(id), (detail) => {
    if (!detail) return detail;
    const others = detail.drafts.filter((other) => other.kind !== kind);
    if (isEmptyDraft(draft)) return { ...detail, drafts: others };
    const saved = { kind, body, attachments: files, updated_at: new Date().toISOString() };
    return { ...detail, drafts: [saved, ...others] };
  });
}
