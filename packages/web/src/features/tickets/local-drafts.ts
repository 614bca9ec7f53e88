import type { FileRef } from '@trunkline/contract';
import { readStored, writeStored } from '#shared/lib/stored.ts';

export type Draft = { kind: 'reply' | 'note'; body: string; files: FileRef[] };
/** Whose draft it is, and on which ticket. */
export type Place = { userId: number; ticketId: number };

/** What this device holds because the server has not confirmed it: so it is newer than what the server has. */
export function readLocalDraft({ userId, ticketId }: Place): Draft | null {
  const local = readAll(userId)[ticketId];
  if (!local || typeof local.body !== 'string' || !Array.isArray(local.files)) return null;
  return { kind: local.kind === 'note' ? 'note' : 'reply', body: local.body, files: local.files };
}

/** Keeps a draft on this device, or forgets it. */
export function writeLocalDraft({ userId, ticketId }: Place, draft: Draft | null): void {
  const { [ticketId]: _, ...rest } = readAll(userId);
  writeStored(`drafts.${userId}`, draft ? { ...rest, [ticketId]: draft } : rest);
}

export function isEmptyDraft(draft: Draft): boolean {
  return draft.body.trim() === '' && draft.files.length === 0;
}

function readAll(userId: number): Record<number, Partial<Draft>> {
  const all = readStored(`drafts.${userId}`);
  return typeof all === 'object' && all !== null ? (all as Record<number, Partial<Draft>>) : {};
}
