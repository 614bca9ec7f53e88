import type { DraftKind, FileRef } from '@trunkline/contract';
import { readStored, writeStored } from '#shared/lib/stored.ts';

export type Draft = { body: string; files: FileRef[] };
/** Whose draft it is, on which ticket, and of what: a reply and a note are two texts. */
export type Place = { userId: number; ticketId: number; kind: DraftKind };

/** What this device holds because the server has not confirmed it: so it is newer than what the server has. */
export function readLocalDraft(place: Place): Draft | null {
  const local = readAll(place.userId)[keyOf(place)];
  if (!local || typeof local.body !== 'string' || !Array.isArray(local.files)) return null;
  return { body: local.body, files: local.files };
}

/** Keeps a draft on this device, or forgets it. */
export function writeLocalDraft(place: Place, draft: Draft | null): void {
  const { [keyOf(place)]: _, ...rest } = readAll(place.userId);
  writeStored(`drafts.${place.userId}`, draft ? { ...rest, [keyOf(place)]: draft } : rest);
}

export function isEmptyDraft(draft: Draft): boolean {
  return draft.body.trim() === '' && draft.files.length === 0;
}

const keyOf = ({ ticketId, kind }: Place): string => `${ticketId} ${kind}`;

function readAll(userId: number): Record<string, Partial<Draft>> {
  const all = readStored(`drafts.${userId}`);
  return typeof all === 'object' && all !== null ? (all as Record<string, Partial<Draft>>) : {};
}
