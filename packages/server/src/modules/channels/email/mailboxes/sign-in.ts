import { z } from 'zod';
import type { Clock } from '#platform/clock';
import { guardedPost } from '#platform/network/guarded-post';
import type { PrivateHosts } from '#platform/network/private-hosts';
import { MailError } from './faults.ts';
import type { Credentials } from './secrets.ts';

/** The credentials that are sent to a mail server. */
export type MailServerCredentials =
  | { kind: 'none' }
  | { kind: 'password'; user: string; password: string }
  | { kind: 'token'; user: string; accessToken: string };

/** Credentials for mail servers; OAuth access tokens are cached until they expire. */
export type MailServerSignIns = {
  /**
   * The credentials for signing in now. Throws a `MailError` if there is no access token. `onNewRefreshToken` stores a refresh
   * token that replaces the old one.
   */
  of(
    credentials: Credentials,
    onNewRefreshToken?: (token: string, instead: string) => Promise<void>,
  ): Promise<MailServerCredentials>;
  /** Drops a cached access token that a server has refused, so that the next sign-in gets a new one. */
  forget(credentials: Credentials): void;
};

type OAuth = Extract<Credentials, { kind: 'oauth2' }>;

const answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().optional(),
  refresh_token: z.string().optional(),
});
const PATIENCE_MS = 15_000;
/** Access tokens that expire within this time are refreshed. */
const MARGIN_MS = 60_000;
const ASSUMED_SECONDS = 600;

/** OAuth access tokens, cached until they expire. */
export function createSignIns({ clock, opened }: { clock: Clock; opened: PrivateHosts }): MailServerSignIns {
  const tokens = new Map<string, { accessToken: string; endsAt: number }>();
  const renewing = new Map<string, Promise<string>>();

  type StoreRefreshToken = (token: string, instead: string) => Promise<void>;

  async function renew(oauth: OAuth, onNewRefreshToken?: StoreRefreshToken): Promise<string> {
    const now = clock.now().getTime();
    const {
      access_token: accessToken,
      expires_in: seconds = ASSUMED_SECONDS,
      refresh_token: next,
    } = await refresh(oauth, opened);
    tokens.set(keyOf(oauth), { accessToken, endsAt: now + seconds * 1000 });
    if (next && next !== oauth.refreshToken) await onNewRefreshToken?.(next, oauth.refreshToken);
    return accessToken;
  }

  /** Concurrent callers share one refresh, because a refresh token may be valid for one use only. */
  async function tokenOf(oauth: OAuth, onNewRefreshToken?: StoreRefreshToken): Promise<string> {
    const key = keyOf(oauth);
    const known = tokens.get(key);
    if (known && known.endsAt - MARGIN_MS > clock.now().getTime()) return known.accessToken;
    const running = renewing.get(key);
    if (running) return running;
    const renewed = renew(oauth, onNewRefreshToken).finally(() => renewing.delete(key));
    renewing.set(key, renewed);
    return renewed;
  }

  return {
    async of(credentials, onNewRefreshToken) {
      if (credentials.kind !== 'oauth2') return credentials;
      const accessToken = await tokenOf(credentials, onNewRefreshToken);
      return { kind: 'token', user: credentials.user, accessToken };
    },

    forget: (credentials) => {
      if (credentials.kind === 'oauth2') tokens.delete(keyOf(credentials));
    },
  };
}

const keyOf = ({ tokenUrl, clientId, user, refreshToken }: OAuth): string =>
  JSON.stringify([tokenUrl, clientId, user, refreshToken]);

/** Hosts on our own network are only requested if the server operator has allowed them. */
async function refresh({ tokenUrl, clientId, clientSecret, refreshToken }: OAuth, opened: PrivateHosts) {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
    ...(clientSecret && { client_secret: clientSecret }),
  });
  const { status, answer: text } = await guardedPost(tokenUrl, {
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
    opened,
    signal: AbortSignal.timeout(PATIENCE_MS),
    answerBytes: 100_000,
  }).catch((error: unknown) => {
    // There was no response, so there is no message of the server to show.
    throw Object.assign(new MailError('token_refused'), { cause: error });
  });
  const read = status >= 200 && status < 300 ? answer.safeParse(parse(text)) : undefined;
  if (read?.success) return read.data;
  throw new MailError('token_refused', `${status} ${reasonIn(text)}`.trim());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/** Only the provider's error message, since the rest of the response may repeat our secrets. */
function reasonIn(text: string): string {
  const said = refusal.safeParse(parse(text));
  return said.success ? `${said.data.error} ${said.data.error_description ?? ''}`.trim().slice(0, 200) : '';
}
