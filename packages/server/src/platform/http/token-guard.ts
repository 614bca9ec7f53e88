import { createAddressLimit } from './address-limit.ts';
import { AppError } from '../errors.ts';
import { hashToken } from '../secrets.ts';

/** How many valid tokens are remembered; a token that was dropped is looked up again. */
const REMEMBERED = 10_000;

type Options = { perMinute: number; isIssued: (token: string) => boolean; now?: () => number };

/**
 * Identifies tokens by `look`, which throws 401 for unknown ones. After `perMinute` different unknown tokens an address has no
 * more looked up for the rest of the minute. Tokens that we issued or that were valid before are still looked up, so that an
 * attacker behind a company's address does not lock the company out.
 */
export function createTokenGuard({ perMinute, isIssued, now }: Options) {
  const failed = createAddressLimit(perMinute, now);
  const good = new Set<string>();

  function remember(mark: string): void {
    good.delete(mark);
    good.add(mark);
    const [oldest] = good;
    if (good.size > REMEMBERED && oldest !== undefined) good.delete(oldest);
  }

  return async function ownerOf<Owner>(
    address: string,
    token: string,
    look: (token: string) => Promise<Owner>,
  ): Promise<Owner> {
    const mark = hashToken(token).toString('base64');
    if (!good.has(mark) && !isIssued(token)) failed.demand(address, mark);
    try {
      const owner = await look(token);
      remember(mark);
      return owner;
    } catch (error) {
      if (error instanceof AppError && error.status === 401) {
        good.delete(mark);
        failed.count(address, mark);
      }
      throw error;
    }
  };
}
