import type { FileRef, VisitorMessage } from '@trunkline/contract';

/**
 * Messages that the server has not confirmed yet. They are kept in the browser's storage, one entry each, so that two
 * tabs never overwrite each other; the server stores a `client_key` once, so sending one too often does no harm.
 */
export type Outgoing = {
  client_key: string;
  body: string;
  files: FileRef[];
  /** Decides the order; the browser's clock. */
  created_at: string;
  /** Why it was refused for good; the visitor decides then. Otherwise it is sent as soon as that works. */
  refusal: Refusal | null;
};
export type Refusal = 'invalid' | 'too_large' | 'files_gone' | 'other';

export function addOutgoing(outbox: readonly Outgoing[], entry: Outgoing): Outgoing[] {
  return [...removeOutgoing(outbox, entry.client_key), entry].sort(byTime);
}

export function removeOutgoing(outbox: readonly Outgoing[], clientKey: string): Outgoing[] {
  return outbox.filter((entry) => entry.client_key !== clientKey);
}

/** What is still on its way: not what has come back as a message in the meantime. */
export function pendingOf(outbox: readonly Outgoing[], messages: readonly VisitorMessage[]): Outgoing[] {
  const stored = new Set(messages.map((message) => message.client_key));
  return outbox.filter((entry) => !stored.has(entry.client_key));
}

/** The next one to send. A refused one waits for the visitor and does not hold up the others. */
export function nextToSend(outbox: readonly Outgoing[]): Outgoing | undefined {
  return outbox.find((entry) => entry.refusal === null);
}

/** For a new visitor: files belonged to the one before, text is still worth sending. */
export function withoutFiles(outbox: readonly Outgoing[]): Outgoing[] {
  return outbox.filter((entry) => entry.body.trim() !== '').map((entry) => ({ ...entry, files: [] }));
}

/** What storage gave us, if it is an entry at all: older versions and other scripts may have written there. */
export function readOutgoing(stored: string): Outgoing | null {
  try {
    const value = JSON.parse(stored) as Partial<Outgoing> | null;
    const isEntry =
      typeof value?.client_key === 'string' &&
      typeof value.body === 'string' &&
      typeof value.created_at === 'string' &&
      Array.isArray(value.files);
    return isEntry ? { ...(value as Outgoing), refusal: value.refusal ?? null } : null;
  } catch {
    return null;
  }
}

export const byTime = (a: Outgoing, b: Outgoing): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0;

export function refusalOf(code: string): Refusal {
  if (code === 'invalid' || code === 'bad_request') return 'invalid';
  if (code === 'invalid_reference') return 'files_gone';
  return code === 'too_large' ? 'too_large' : 'other';
}
