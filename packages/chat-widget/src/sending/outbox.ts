import type { FileRef, VisitorMessage } from '@trunkline/contract';

/**
 * Messages that the server has not confirmed yet. Each is a storage entry of its own, so that two tabs never overwrite
 * each other; the server stores a `client_key` once, so that sending one twice does no harm.
 */
export type OutboxMessage = {
  client_key: string;
  body: string;
  files: FileRef[];
  /** Determines the order; by the browser's clock. */
  created_at: string;
  /** Why it was refused for good, so that the visitor has to decide; null while it will be sent as soon as possible. */
  refusal: OutboxRefusal | null;
};
export type OutboxRefusal = 'invalid' | 'too_large' | 'files_gone' | 'other';

export function addOutgoing(outbox: readonly OutboxMessage[], entry: OutboxMessage): OutboxMessage[] {
  return [...removeOutgoing(outbox, entry.client_key), entry].sort(byTime);
}

export function removeOutgoing(outbox: readonly OutboxMessage[], clientKey: string): OutboxMessage[] {
  return outbox.filter((entry) => entry.client_key !== clientKey);
}

/** Returns the entries that have not come back as messages yet. */
export function pendingOf(
  outbox: readonly OutboxMessage[],
  messages: readonly VisitorMessage[],
): OutboxMessage[] {
  const stored = new Set(messages.map((message) => message.client_key));
  return outbox.filter((entry) => !stored.has(entry.client_key));
}

/** Returns the next entry to send. A refused one waits for the visitor and does not block the others. */
export function nextToSend(outbox: readonly OutboxMessage[]): OutboxMessage | undefined {
  return outbox.find((entry) => entry.refusal === null);
}

/** Returns the entries for a new visitor: files belonged to the previous one, texts can still be sent. */
export function withoutFiles(outbox: readonly OutboxMessage[]): OutboxMessage[] {
  return outbox.filter((entry) => entry.body.trim() !== '').map((entry) => ({ ...entry, files: [] }));
}

/** Parses a stored entry; null if it is not valid, because older versions and other scripts may have written it. */
export function readOutgoing(stored: string): OutboxMessage | null {
  try {
    const value = JSON.parse(stored) as Partial<OutboxMessage> | null;
    const isEntry =
      typeof value?.client_key === 'string' &&
      typeof value.body === 'string' &&
      typeof value.created_at === 'string' &&
      Array.isArray(value.files);
    return isEntry ? { ...(value as OutboxMessage), refusal: value.refusal ?? null } : null;
  } catch {
    return null;
  }
}

export const byTime = (a: OutboxMessage, b: OutboxMessage): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0;

export function refusalOf(code: string): OutboxRefusal {
  if (code === 'invalid' || code === 'bad_request') return 'invalid';
  if (code === 'invalid_reference') return 'files_gone';
  return code === 'too_large' ? 'too_large' : 'other';
}
