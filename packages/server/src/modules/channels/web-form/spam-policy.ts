import type { SpamReason } from '@trunkline/contract';
import type { FormSubmission } from './content.ts';

/** How much came within the last hour. */
export type RecentCounts = { network: number; email: number; domain: number };

/** So much within an hour is more than people send. A domain may be everybody's, such as that of a free mail service. */
const PER_HOUR: RecentCounts = { network: 20, email: 5, domain: 100 };
const LINKS_MAX = 3;
const LINK = /\bhttps?:\/\/|\bwww\.|\[url[=\]]|<a\s/gi;

/** What speaks against taking it: nothing is lost by it, it is shown in a list. Pure. */
export function spamReasons(
  { name, subject, message }: Pick<FormSubmission, 'name' | 'subject' | 'message'>,
  { trap, lately, isBlocked = false }: { trap: string; lately: RecentCounts; isBlocked?: boolean },
): SpamReason[] {
  const reasons: SpamReason[] = [];
  if (trap.trim() !== '') reasons.push('trap');
  const isNameALink = linksIn(name) > 0;
  if (isNameALink || linksIn(subject) + linksIn(message) > LINKS_MAX) reasons.push('links');
  const isOften = (Object.keys(PER_HOUR) as (keyof RecentCounts)[]).some(
    (what) => lately[what] >= PER_HOUR[what],
  );
  if (isOften) reasons.push('often');
  if (isBlocked) reasons.push('blocked');
  return reasons;
}

const linksIn = (text: string): number => text.match(LINK)?.length ?? 0;

const BITS_LEAST = 14;
const BITS_MOST = 17;
const CALM = 10;

/**
 * How hard it is to send one: some 16 000 hashes while it is calm, a few tenths of a second, and twice as many whenever twice
 * as much has come in the last ten minutes. At most what a slow phone does in some seconds. Pure.
 */
export const proofOfWorkBits = (sentLately: number): number =>
  Math.min(BITS_MOST, BITS_LEAST + Math.max(0, Math.ceil(Math.log2((sentLately + 1) / CALM))));
