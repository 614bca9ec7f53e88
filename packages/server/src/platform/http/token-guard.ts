import { createAddressLimit } from './address-limit.ts';
import { AppError } from '../errors.ts';
import { hashToken } from '../secrets.ts';

/** As many tokens are remembered as good; who falls out is looked up like a stranger once. */
const REMEMBERED = 10_000;

type Options = { perMinute: number; isIssued: (token: string) => boolean; now?: () => number };

/**
 * Says whose a token is, by `look`, which throws 401 for nobody's. An address that has tried `perMinute` different tokens
 * of nobody's is not looked up any more for the rest of the minute; tokens that say by themselves that they come from here, and
 * those that were good before, are, so that whoever tries them out behind a company's address does not keep the company out.
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
