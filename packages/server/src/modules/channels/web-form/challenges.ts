import { createHash } from 'node:crypto';
import type { FormChallenge } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { randomToken } from '#platform/secrets';
import { proofOfWorkBits } from './spam-policy.ts';

const WAIT_MS = 3000;
const GOOD_FOR_MS = 24 * 3_600_000;
const PURPOSE = 'web-form';

/** What a browser gets with a form and has to send back: signed, so that nothing is stored until it is used. */
export type Challenges = {
  /** The harder, the more was sent lately. */
  give(formId: number, sentLately: number): FormChallenge;
  /**
   * Its nonce, which is remembered: it is good once. Refuses one that is not ours, is too old, or was not worked for
   * (`form_expired`), and one that comes too soon (`too_many_requests`).
   */
  demand(formId: number, token: string, solution: number): string;
};

export function createChallenges({ secrets, clock }: Pick<Platform, 'secrets' | 'clock'>): Challenges {
  const sign = (formId: number, body: string) => secrets.sign(PURPOSE, `${formId}\n${body}`);

  return {
    give(formId, sentLately) {
      const bits = proofOfWorkBits(sentLately);
      const body = `${clock.now().getTime()}.${bits}.${randomToken()}`;
      return { token: `${body}.${sign(formId, body)}`, bits, wait_ms: WAIT_MS };
    },

    demand(formId, token, solution) {
      const [at = '', bits = '', nonce = '', signature = ''] = token.split('.');
      const isOurs = secrets.isSigned(PURPOSE, `${formId}\n${at}.${bits}.${nonce}`, signature);
      const age = clock.now().getTime() - Number(at);
      if (!isOurs || age > GOOD_FOR_MS || zeroBits(`${token}:${solution}`) < Number(bits))
        throw new AppError('form_expired');
      if (age < WAIT_MS) {
        const seconds = Math.ceil((WAIT_MS - age) / 1000);
        throw new AppError('too_many_requests', { retry_after_seconds: seconds });
      }
      return nonce;
    },
  };
}

/** With how many zero bits its hash begins. */
export function zeroBits(text: string): number {
  const digest = createHash('sha256').update(text).digest();
  return Math.clz32(digest.readUInt32BE(0));
}
