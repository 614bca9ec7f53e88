import type { StandInAnswer } from '../http-stand-in.ts';
import { aSecond, createPace } from '../pace.ts';
import { refusal } from './refusal.ts';

/** How fast Meta lets one go. Of a number of WhatsApp: in all, and with one customer, several of which may be borrowed ahead. */
export type MetaLimits = {
  whatsapp: { messages_a_second: number; pair_burst: number; pair_seconds: number };
  /** Of a page and its Instagram account. A day's calls are for each of the people who have written. */
  pages: { texts_a_second: number; files_a_second: number; calls_a_day_each: number };
};
/** Without limits one may go as fast as one likes, as benchmarks do. */
type Options = { limits: () => MetaLimits | null; now: () => number };
export type MetaPace = ReturnType<typeof createMetaPace>;

const DAY_MS = 86_400_000;

/** Refuses who goes too fast, as Meta does: https://developers.facebook.com/documentation/business-messaging/whatsapp/throughput */
export function createMetaPace({ limits, now }: Options) {
  const pace = createPace(now);
  const calls: number[] = [];

  /** In percent of the daily limit. */
  function used(people: number, each: number): number {
    while ((calls[0] ?? Infinity) <= now() - DAY_MS) calls.shift();
    return Math.floor((calls.length * 100) / (each * Math.max(people, 1)));
  }

  return {
    /** Why a message to that number can't be taken now. */
    ofNumber(to: string): StandInAnswer | undefined {
      const most = limits()?.whatsapp;
      if (!most) return undefined;
      if (!pace.takes('number', aSecond(most.messages_a_second)))
        return refusal(400, 130_429, 'Rate limit hit', 'Cloud API message throughput has been reached.');
      if (pace.takes(`pair ${to}`, { burst: most.pair_burst, everyMs: most.pair_seconds * 1000 }))
        return undefined;
      const said = '(Business Account, Consumer Account) pair rate limit hit';
      return refusal(400, 131_056, said, 'Too many messages sent from this phone number to the same number');
    },

    /** Why a page or an Instagram account can send nothing now. */
    ofPage(account: string, isFile: boolean): StandInAnswer | undefined {
      const most = limits()?.pages;
      if (!most) return undefined;
      const [kind, count] = isFile ? ['file', most.files_a_second] : ['text', most.texts_a_second];
      if (pace.takes(`${account} ${kind}`, aSecond(count))) return undefined;
      const words = 'Calls to this api have exceeded the rate limit.';
      return refusal(400, 613, words, '');
    },

    /** Answers what is asked of pages, unless the app has asked too much today; says each time how much that was. */
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
