import type { Readable } from 'node:stream';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { ResolveTxt } from '#platform/config/mail-config';

/**
 * A mail's own signatures (RFC 6376), where no mail server that the mailbox trusts has judged. A signature that fails says
 * nothing against its sender, as lists and forwarders break them: there is only "passed", and everything else.
 */

/** Each costs a look-up at a place that the sender chose. */
const SIGNATURES_MAX = 8;
/** Keys of fewer bits have been forged (RFC 8301). */
const KEY_BITS_MIN = 1024;

type Signature = Awaited<ReturnType<typeof dkimVerify>>['results'][number];
/** What the library tells and its types leave out. */
type DkimResult = Signature & {
  algo?: string;
  rr?: string;
  canonBodyLengthLimited?: boolean;
  signingHeaders?: { keys: string };
  status: { result: string; aligned?: unknown };
};
type Asked = { address: string; at: Date; resolveTxt: ResolveTxt };

/** Whether one of them holds for the domain of `address`, which the mail gives as the one who wrote it. */
export async function isSignedFor(bytes: Readable, { address, at, resolveTxt }: Asked): Promise<boolean> {
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
  // Of two programs that read a mail each has to see the same sender and subject: a second one may stand unsigned above.
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
    // What stands below the length that a signature names anybody may have added.
    canonBodyLengthLimited !== true &&
    /-sha256$/i.test(algo ?? '') &&
    signed.every((name) => covered.has(name)) &&
    // The domain only tries signing out.
    !/(?:^|;)t=[^;]*\by\b/.test(rr)
  );
}
