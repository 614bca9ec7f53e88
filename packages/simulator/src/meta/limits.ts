import type { StandInAnswer } from '../http-stand-in.ts';
import { perSecond, createPace } from '../pace.ts';
import { refusal } from './refusal.ts';

/** Meta's rate limits. Of a WhatsApp number: in total, and for each customer, with a burst of `pair_burst`. */
export type MetaLimits = {
  whatsapp: { messages_a_second: number; pair_burst: number; pair_seconds: number };
  /** Of a page and its Instagram account. `calls_a_day_each` is multiplied by the number of people who have written. */
  pages: { texts_a_second: number; files_a_second: number; calls_a_day_each: number };
};
/** Null: no limits, as for benchmarks. */
type Options = { limits: () => MetaLimits | null; now: () => number };
export type MetaPace = ReturnType<typeof createMetaPace>;

const DAY_MS = 86_400_000;

/**
 * Refuses requests that exceed the limits, as Meta does:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/throughput
 */
export function createMetaPace({ limits, now }: Options) {
  const pace = createPace(now);
  const calls: number[] = [];

  /** Returns the used share of the daily limit, in percent. */
  function used(people: number, each: number): number {
    while ((calls[0] ?? Infinity) <= now() - DAY_MS) calls.shift();
    return Math.floor((calls.length * 100) / (each * Math.max(people, 1)));
  }

  return {
    /** Returns the refusal if a message to that number exceeds a limit now. */
    ofNumber(to: string): StandInAnswer | undefined {
      const most = limits()?.whatsapp;
      if (!most) return undefined;
      if (!pace.takes('number', perSecond(most.messages_a_second)))
        return refusal(400, 130_429, 'Rate limit hit', 'Cloud API message throughput has been reached.');
      if (pace.takes(`pair ${to}`, { burst: most.pair_burst, everyMs: most.pair_seconds * 1000 }))
        return undefined;
      const said = '(Business Account, Consumer Account) pair rate limit hit';
      return refusal(400, 131_056, said, 'Too many messages sent from this phone number to the same number');
    },

    /** Returns the refusal if a page or an Instagram account may not send now. */
    ofPage(account: string, isFile: boolean): StandInAnswer | undefined {
      const most = limits()?.pages;
      if (!most) return undefined;
      const [kind, count] = isFile ? ['file', most.files_a_second] : ['text', most.texts_a_second];
      if (pace.takes(`${account} ${kind}`, perSecond(count))) return undefined;
      const words = 'Calls to this api have exceeded the rate limit.';
      return refusal(400, 613, words, '');
    },

    /** Answers a request about pages, unless the app has used up its daily calls; each answer tells the used share. */
    async counted(people: number, ask: () => StandInAnswer | Promise<StandInAnswer>): Promise<StandInAnswer> {
      const each = limits()?.pages.calls_a_day_each;
      if (each === undefined) return ask();
      const share = used(people, each);
      const isOver = share >= 100;
      if (!isOver) calls.push(now());
      const answer = isOver ? refusal(403, 4, 'Application request limit reached', '') : await ask();
      const usage = JSON.stringify({ call_count: share, total_time: share, total_cputime: share });
      return { ...answer, headers: { ...answer.headers, 'x-app-usage': usage } };
    },
  };
}
