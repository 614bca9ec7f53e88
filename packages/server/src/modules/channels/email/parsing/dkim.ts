import type { Readable } from 'node:stream';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { ResolveTxt } from '#platform/config/mail-config';

/**
 * Verifies a mail's DKIM signatures (RFC 6376) if no mail server that the mailbox trusts has authenticated it. A failed signature
 * proves nothing, because mailing lists and forwarders break them.
 */

/** Each signature costs a DNS look-up at a server that the sender chose. */
const SIGNATURES_MAX = 8;
/** Shorter keys have been forged (RFC 8301). */
const KEY_BITS_MIN = 1024;

type Signature = Awaited<ReturnType<typeof dkimVerify>>['results'][number];
/** Properties that the library sets and its types leave out. */
type DkimResult = Signature & {
  algo?: string;
  rr?: string;
  canonBodyLengthLimited?: boolean;
  signingHeaders?: { keys: string };
  status: { result: string; aligned?: unknown };
};
type VerifyOptions = { address: string; at: Date; resolveTxt: ResolveTxt };

/** Whether one of the signatures is valid for the domain of `address`, the mail's author. */
export async function isSignedFor(
  bytes: Readable,
  { address, at, resolveTxt }: VerifyOptions,
): Promise<boolean> {
  let lookups = 0;
  const resolver = async (name: string): Promise<string[][]> => {
    if ((lookups += 1) > SIGNATURES_MAX) throw new Error('too many signatures');
    return resolveTxt(name);
  };
  const { headerFrom, headers, results } = await dkimVerify(bytes, {
    resolver,
    curTime: at,
    minBitLength: KEY_BITS_MIN,
  });
  const keys = (headers?.parsed ?? []).map(({ key }) => key);
  const times = (name: string) => keys.filter((key) => key === name).length;
  // There must be one From and at most one Subject, since mail programs may show a second one that is not signed.
  const isClear =
    times('from') === 1 &&
    times('subject') <= 1 &&
    headerFrom.length === 1 &&
    headerFrom[0]?.toLowerCase() === address;
  const signed = times('subject') === 1 ? ['from', 'subject'] : ['from'];
  return isClear && (results as DkimResult[]).some((one) => holds(one, signed));
}

function holds(
  { status, algo, rr = '', canonBodyLengthLimited, signingHeaders }: DkimResult,
  signed: string[],
): boolean {
  const covered = new Set((signingHeaders?.keys ?? '').toLowerCase().split(/:\s*/));
  return (
    status.result === 'pass' &&
    Boolean(status.aligned) &&
    // Below the body length that a signature covers anybody may have appended text.
    canonBodyLengthLimited !== true &&
    /-sha256$/i.test(algo ?? '') &&
    signed.every((name) => covered.has(name)) &&
    // The domain is only testing DKIM (`t=y`).
    !/(?:^|;)t=[^;]*\by\b/.test(rr)
  );
}
