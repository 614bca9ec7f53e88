import type { ImapFlow, MessageEnvelopeObject } from 'imapflow';
import { MailError } from './faults.ts';

/** The envelope of a mail that the server does not return. */
type Envelope = {
  size: number;
  arrivedAt: Date | string | undefined;
  from: string;
  name: string;
  subject: string;
};

/** The UIDs in the open folder. Throws if the server refuses, where the library would return `false`. */
export async function searchUids(
  client: ImapFlow,
  query: Parameters<ImapFlow['search']>[0],
): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!Array.isArray(found)) throw new MailError('other', 'UID SEARCH');
  return found;
}

/** Undefined where the server refused the request, so that one mail which it cannot return does not block the others. */
export async function undefinedIfRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

/** The envelope of a mail whose text the server does not return; null where the mail is gone. */
export async function fetchEnvelope(client: ImapFlow, uid: number): Promise<Envelope | null> {
  if (!(await searchUids(client, { uid: String(uid) })).includes(uid)) return null;
  const asked = { uid: true, size: true, internalDate: true, envelope: true };
  const found = await undefinedIfRefused(client.fetchOne(String(uid), asked, { uid: true }));
  if (!found) return { ...NOBODY, size: 0, arrivedAt: undefined };
  const { size = 0, internalDate: arrivedAt, envelope } = found;
  return { size, arrivedAt, ...writerOf(envelope) };
}

const NOBODY = { from: '', name: '', subject: '' };

function writerOf(envelope: MessageEnvelopeObject | undefined) {
  const { address: from = '', name = '' } = envelope?.from?.[0] ?? {};
  return { from, name, subject: envelope?.subject ?? '' };
}

/** The server answered NO or BAD. Temporary failures and lost connections are not refusals. */
function isRefusal(error: unknown): boolean {
  const { responseStatus, serverResponseCode = '' } = (error ?? {}) as Record<string, string | undefined>;
  const isTransient = /^(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|THROTTLED)$/.test(serverResponseCode);
  return (responseStatus === 'NO' || responseStatus === 'BAD') && !isTransient;
}
