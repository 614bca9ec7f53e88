import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock';
import type { Secrets } from '#platform/secrets';

/** A browser in which a user has signed in, from its device cookie. */
type KnownBrowser = { userId: number; id: string; since: Date; signed: string };

export type DeviceCookie = { value: string; expires: Date };

const KNOWN_FOR_MS = 90 * 86_400_000;
/** How many users one browser remembers, since colleagues share screens. */
const PEOPLE_MAX = 8;
const PURPOSE = 'known browser';

/** Browsers in which a user has signed in before, from a signed cookie. */
export type KnownBrowsers = {
  /** The id of this browser if this user has signed in with it since then. */
  idFor(cookie: string | undefined, userId: number, knownSince: Date): string | undefined;
  /** Any id of the browser, for counting requests. */
  anyId(cookie: string | undefined): string | undefined;
  /** The new device cookie after this user has signed in. */
  remember(cookie: string | undefined, userId: number): DeviceCookie;
};

/**
 * The signed device cookie contains who has signed in with a browser and when. It gives no access: it only has failed sign-ins
 * counted separately from those of strangers.
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
