import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock';
import type { Secrets } from '#platform/secrets';

/** A browser in which a person has signed in, as its device cookie says. */
type KnownBrowser = { userId: number; id: string; since: Date; signed: string };

export type DeviceCookie = { value: string; expires: Date };

const KNOWN_FOR_MS = 90 * 86_400_000;
/** Colleagues share screens: one browser knows the last few. */
const PEOPLE_MAX = 8;
const PURPOSE = 'known browser';

/** Browsers in which somebody has signed in before, by a cookie that is signed. */
export type KnownBrowsers = {
  /** The name of this browser where this person has signed in with it since then. */
  idFor(cookie: string | undefined, userId: number, knownSince: Date): string | undefined;
  /** Some name of the browser, whoever it knows, so that requests can be counted by it. */
  anyId(cookie: string | undefined): string | undefined;
  /** The device cookie after this person has proven who they are. */
  remember(cookie: string | undefined, userId: number): DeviceCookie;
};

/**
 * The device cookie says, signed, who has signed in with a browser and when. It signs nobody in: it only has its failed
 * sign-ins counted apart from those of strangers.
 */
export function createKnownBrowsers({ secrets, clock }: { secrets: Secrets; clock: Clock }): KnownBrowsers {
  function read(cookie: string | undefined): KnownBrowser[] {
    const oldest = clock.now().getTime() - KNOWN_FOR_MS;
    return (cookie ?? '')
      .split('~', PEOPLE_MAX)
      .map((signed) => {
        const [userId = '', id = '', since = '', signature = ''] = signed.split('.');
        const isOurs = secrets.isSigned(PURPOSE, `${userId}.${id}.${since}`, signature);
        return { userId: Number(userId), id, since: new Date(Number(since)), signed, isOurs };
      })
      .filter(({ isOurs, since }) => isOurs && since.getTime() > oldest);
  }

  return {
    idFor(cookie, userId, knownSince) {
      return read(cookie).find((known) => known.userId === userId && known.since >= knownSince)?.id;
    },

    anyId: (cookie) => read(cookie)[0]?.id,

    remember(cookie, userId) {
      const now = clock.now();
      const known = read(cookie);
      const id = known.find((one) => one.userId === userId)?.id ?? randomBytes(12).toString('base64url');
      const text = `${userId}.${id}.${now.getTime()}`;
      const others = known.filter((one) => one.userId !== userId).map(({ signed }) => signed);
      const value = [`${text}.${secrets.sign(PURPOSE, text)}`, ...others].slice(0, PEOPLE_MAX).join('~');
      return { value, expires: new Date(now.getTime() + KNOWN_FOR_MS) };
    },
  };
}
