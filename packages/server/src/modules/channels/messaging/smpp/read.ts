import { smppAlphabet } from '@trunkline/contract';
import { z } from 'zod';
import type { ProviderEvent, ProviderMessage } from '../providers/provider.ts';
import { undecodedText, receiptText, type SmppTextPart, type ReceiptText } from './incoming.ts';
import { readText } from './text.ts';

/** The stored form of a delivery: a text, with gaps where parts are missing, or a receipt. */
const kept = z.union([
  z.object({
    id: z.string(),
    from: z.string(),
    at: z.string(),
    alphabet: smppAlphabet,
    pieces: z.array(undecodedText.nullable()),
  }),
  z.object({ from: z.string(), receipt: receiptText }),
]);
export type StoredDelivery = z.infer<typeof kept>;

/** Marks a missing part of a long message. */
const GAP = ' […] ';

export const encodeDelivery = (what: StoredDelivery): Buffer => Buffer.from(JSON.stringify(what));

export function decodeDelivery(body: Buffer, account: string): ProviderEvent[] {
  const what = kept.parse(JSON.parse(body.toString('utf8')));
  if ('receipt' in what) return statusOf(account, what.from, what.receipt);
  const { id, from: address, at, alphabet, pieces } = what;
  if (address === '') throw new Error('a message from nobody');
  const text = wordsOf(pieces, alphabet);
  const message: ProviderMessage = {
    type: 'message',
    from: { address, name: '', phone: /^\+\d{5,15}$/.test(address) ? address : undefined },
    at: new Date(at),
    answers: undefined,
    text: text ?? '',
    extra: text === undefined ? { kind: 'unknown', named: `data_coding ${codingsOf(pieces)}` } : undefined,
    media: [],
  };
  return [{ account, providerId: id, ...message }];
}

/** Consecutive parts of the same coding are decoded together, because a character may be split between them. */
function wordsOf(pieces: readonly (SmppTextPart | null)[], alphabet: z.infer<typeof smppAlphabet>) {
  const runs: (SmppTextPart | null)[] = [];
  for (const one of pieces) {
    const last = runs.at(-1);
    if (one && last && last.coding === one.coding) last.bytes = joinBytes(last.bytes, one.bytes);
    else if (one || last !== null) runs.push(one && { ...one });
  }
  const texts = runs.map((one) =>
    one === null ? GAP : readText(one.coding, Buffer.from(one.bytes, 'base64'), alphabet),
  );
  return texts.includes(undefined) ? undefined : texts.join('');
}

const joinBytes = (one: string, other: string): string =>
  Buffer.concat([Buffer.from(one, 'base64'), Buffer.from(other, 'base64')]).toString('base64');

const codingsOf = (pieces: readonly (SmppTextPart | null)[]): string =>
  [...new Set(pieces.flatMap((one) => (one ? [one.coding] : [])))].join(', ');

/** All other states tell nothing new. */
const STATES: Record<string, 'sent' | 'delivered' | 'failed'> = {
  ACCEPTD: 'sent',
  ENROUTE: 'sent',
  DELIVRD: 'delivered',
  EXPIRED: 'failed',
  DELETED: 'failed',
  UNDELIV: 'failed',
  REJECTD: 'failed',
};

function statusOf(account: string, address: string, receipt: ReceiptText): ProviderEvent[] {
  const { id: providerId, state: name, error, words, reference } = receipt;
  const state = STATES[name];
  if (!state) return [];
  const isUnreachable = name === 'EXPIRED' || name === 'UNDELIV';
  return [
    {
      account,
      providerId,
      type: 'status',
      mark: undefined,
      state,
      fault: state === 'failed' ? (isUnreachable ? 'recipient_unknown' : 'other') : null,
      said: state === 'failed' ? [name, error && `(${error})`].filter(Boolean).join(' ') : '',
      receipt: { address, words, reference },
    },
  ];
}
