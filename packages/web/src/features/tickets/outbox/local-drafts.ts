import type { DraftKind, FileRef } from '@trunkline/contract';
import { readStored, writeStored } from '#shared/lib/stored.ts';

export type LocalDraft = { body: string; files: FileRef[] };
/** Identifies a draft by user, ticket and kind; a reply and a note are two drafts. */
export type DraftKey = { userId: number; ticketId: number; kind: DraftKind };

/** Returns the draft kept on this device; it is there only while the server has not confirmed it, so it is the newer one. */
export function readLocalDraft(place: DraftKey): LocalDraft | null {
  const local = readAll(place.userId)[keyOf(place)];
  if (!local || typeof local.body !== 'string' || !Array.isArray(local.files)) return null;
  return { body: local.body, files: local.files };
}

/** Stores a draft on this device, or deletes it. */
export function writeLocalDraft(place: DraftKey, draft: LocalDraft | null): void {
  const { [keyOf(place)]: _, ...rest } = readAll(place.userId);
  writeStored(`drafts.${place.userId}`, draft ? { ...rest, [keyOf(place)]: draft } : rest);
}

export function isEmptyDraft(draft: LocalDraft): boolean {
  return draft.body.trim() === '' && draft.files.length === 0;
}

const keyOf = ({ ticketId, kind }: DraftKey): string => `${ticketId} ${kind}`;

function readAll(userId: number): Record<string, Partial<LocalDraft>> {
  const all = readStored(`drafts.${userId}`);
  return typeof all === 'object' && all !== null ? (all as Record<string, Partial<LocalDraft>>) : {};
}
