import type { ImapFlow, MessageEnvelopeObject } from 'imapflow';
import { MailError } from './faults.ts';

/** Who wrote a mail that is not given, as far as its server tells. */
type Envelope = {
  size: number;
  arrivedAt: Date | string | undefined;
  from: string;
  name: string;
  subject: string;
};

/** The numbers that the open folder has. A refusal is no answer: the library gives `false`, which reads like none. */
export async function searchUids(
  client: ImapFlow,
  query: Parameters<ImapFlow['search']>[0],
): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!Array.isArray(found)) throw new MailError('other', 'UID SEARCH');
  return found;
}

/** Nothing where the server refused the request, so that one mail which it cannot give stops no other. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

/** What the server still tells of a mail whose text it does not give; null where the mail is gone. */
export async function envelopeOf(client: ImapFlow, uid: number): Promise<Envelope | null> {
  if (!(await searchUids(client, { uid: String(uid) })).includes(uid)) return null;
  const asked = { uid: true, size: true, internalDate: true, envelope: true };
  const found = await unlessRefused(client.fetchOne(String(uid), asked, { uid: true }));
  if (!found) return { ...NOBODY, size: 0, arrivedAt: undefined };
  const { size = 0, internalDate: arrivedAt, envelope } = found;
  return { size, arrivedAt, ...writerOf(envelope) };
}

const NOBODY = { from: '', name: '', subject: '' };

function writerOf(envelope: MessageEnvelopeObject | undefined) {
  const { address: from = '', name = '' } = envelope?.from?.[0] ?? {};
  return { from, name, subject: envelope?.subject ?? '' };
}

/** The server answered NO or BAD; a line that was lost, or a server that cannot for the moment, refuses nothing. */
function isRefusal(error: unknown): boolean {
  const { responseStatus, serverResponseCode = '' } = (error ?? {}) as Record<string, string | undefined>;
  const isPassing = /^(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|THROTTLED)$/.test(serverResponseCode);
  return (responseStatus === 'NO' || responseStatus === 'BAD') && !isPassing;
}
