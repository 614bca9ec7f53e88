import { createHash } from 'node:crypto';
import type { FormChallenge } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { randomToken } from '#platform/secrets';
import { proofOfWorkBits } from './spam-policy.ts';

const WAIT_MS = 3000;
const GOOD_FOR_MS = 24 * 3_600_000;
const PURPOSE = 'web-form';

/**
 * Proof-of-work challenges of forms: browsers get one with a form and return it with a solution. They are signed, so that nothing
 * is stored until one is used.
 */
export type Challenges = {
  /** Creates a challenge, which is harder the more was sent lately. */
  createChallenge(formId: number, sentLately: number): FormChallenge;
  /**
   * Returns the nonce, which the caller stores, because a challenge is valid once. @throws AppError `form_expired` for a forged,
   * old or unsolved one; `too_many_requests` for one that comes too soon
   */
  demand(formId: number, token: string, solution: number): string;
};

export function createChallenges({ secrets, clock }: Pick<Platform, 'secrets' | 'clock'>): Challenges {
  const sign = (formId: number, body: string) => secrets.sign(PURPOSE, `${formId}\n${body}`);

  return {
    createChallenge(formId, sentLately) {
      const bits = proofOfWorkBits(sentLately);
      const body = `${clock.now().getTime()}.${bits}.${randomToken()}`;
      return { token: `${body}.${sign(formId, body)}`, bits, wait_ms: WAIT_MS };
    },

    demand(formId, token, solution) {
      const [at = '', bits = '', nonce = '', signature = ''] = token.split('.');
      const isOurs = secrets.isSigned(PURPOSE, `${formId}\n${at}.${bits}.${nonce}`, signature);
      const age = clock.now().getTime() - Number(at);
      if (!isOurs || age > GOOD_FOR_MS || countLeadingZeroBits(`${token}:${solution}`) < Number(bits))
        throw new AppError('form_expired');
      if (age < WAIT_MS) {
        const seconds = Math.ceil((WAIT_MS - age) / 1000);
        throw new AppError('too_many_requests', { retry_after_seconds: seconds });
      }
      return nonce;
    },
  };
}

/** The number of zero bits at the beginning of the text's hash. */
export function countLeadingZeroBits(text: string): number {
  const digest = createHash('sha256').update(text).digest();
  return Math.clz32(digest.readUInt32BE(0));
}
