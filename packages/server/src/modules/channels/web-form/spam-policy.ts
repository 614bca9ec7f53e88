import type { SpamReason } from '@trunkline/contract';
import type { FormSubmission } from './content.ts';

/** Numbers of submissions within the last hour. */
export type RecentSubmissionCounts = { network: number; email: number; domain: number };

/**
 * More submissions within an hour than people send. The limit for domains is high, because everybody may use the domain of a free
 * mail service.
 */
const PER_HOUR: RecentSubmissionCounts = { network: 20, email: 5, domain: 100 };
const LINKS_MAX = 3;
const LINK = /\bhttps?:\/\/|\bwww\.|\[url[=\]]|<a\s/gi;

/** Why a submission is taken for spam; it is then kept in a list, so nothing is lost. Pure. */
export function spamReasons(
  { name, subject, message }: Pick<FormSubmission, 'name' | 'subject' | 'message'>,
  { trap, lately, isBlocked = false }: { trap: string; lately: RecentSubmissionCounts; isBlocked?: boolean },
): SpamReason[] {
  const reasons: SpamReason[] = [];
  if (trap.trim() !== '') reasons.push('trap');
  const isNameALink = linksIn(name) > 0;
  if (isNameALink || linksIn(subject) + linksIn(message) > LINKS_MAX) reasons.push('links');
  const isOften = (Object.keys(PER_HOUR) as (keyof RecentSubmissionCounts)[]).some(
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
 * The difficulty of the challenge: normally about 16 000 hashes, which take some tenths of a second, and doubled whenever the
 * submissions of the last ten minutes double. At most what a slow phone calculates within some seconds. Pure.
 */
export const proofOfWorkBits = (sentLately: number): number =>
  Math.min(BITS_MOST, BITS_LEAST + Math.max(0, Math.ceil(Math.log2((sentLately + 1) / CALM))));
