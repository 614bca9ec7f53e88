import type { PROVIDER_FAULTS, ProviderRefusal, ResponseOf, testSignInProvider } from '@trunkline/contract';
import * as oidc from 'openid-client';
import type { Clock } from '#platform/clock';
import { AddressError } from '#platform/network/address-guard';
import { guardedFetch } from '#platform/network/guarded-fetch';
import type { PrivateHosts } from '#platform/network/private-hosts';
import type { Claims } from './claims.ts';
import type { PublishedKey } from './logout-token.ts';

/** A provider with its decrypted secret. */
export type OpenedProvider = {
  id: number;
  version: number;
  issuer: string;
  client_id: string;
  scopes: string;
  secret: string;
};
export type AuthorizationAttempt = { state: string; nonce: string; verifier: string };
type Fault = (typeof PROVIDER_FAULTS)[number];
type ProviderTestResult = ResponseOf<typeof testSignInProvider>['data'];
type CachedProvider = { version: number; until: number; config: oidc.Configuration };

const TIMEOUT_S = 10;
const ANSWER_BYTES = 1024 * 1024;
/** How long metadata and keys of a provider are cached; failures are not. */
const KNOWN_FOR_MS = 10 * 60_000;
const KEYS_FOR_MS = 60_000;

/** The client of OpenID Connect providers. Throws the library's errors: see `providerRefusalOf`. */
export type OidcClient = {
  /** The URL to sign in at, and the values that the response is compared with. */
  begin(provider: OpenedProvider, callback: string): Promise<AuthorizationAttempt & { url: string }>;
  /** The provider's claims about the user who comes back. */
  finish(
    provider: OpenedProvider,
    url: URL,
    attempt: AuthorizationAttempt,
  ): Promise<{ claims: Claims & { sub: string }; idToken: string }>;
  /** The URL that ends the provider's own session; undefined where it has none, or can't be reached. */
  endSessionUrl(
    provider: OpenedProvider,
    session: { idToken: string; backTo: string },
  ): Promise<string | undefined>;
  /** The provider's current keys; cached for a minute, so that new keys work soon. */
  keysOf(provider: OpenedProvider): Promise<PublishedKey[]>;
  /** Reads a provider's metadata; errors are in the result. */
  discover(issuer: string): Promise<ProviderTestResult>;
};

/** Metadata is only read when somebody wants to sign in, and cached for a limited time. */
export function createOidcClient({ clock, opened }: { clock: Clock; opened: PrivateHosts }): OidcClient {
  const known = new Map<number, CachedProvider>();
  const keys = new Map<number, { version: number; until: number; keys: PublishedKey[] }>();

  const ask = askWith(opened);

  const discover = (issuer: string, clientId: string, secret: string) =>
    oidc.discovery(new URL(issuer), clientId, undefined, authWith(secret), {
      [oidc.customFetch]: ask,
      timeout: TIMEOUT_S,
      execute: [
        oidc.enableNonRepudiationChecks,
        // oxlint-disable-next-line typescript/no-deprecated -- marked only to stand out; `ask` takes http of opened hosts only
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    });

  async function configOf({ id, version, issuer, client_id, secret }: OpenedProvider) {
    const now = clock.now().getTime();
    const kept = known.get(id);
    if (kept?.version === version && kept.until > now) return kept.config;
    const config = await discover(issuer, client_id, secret);
    known.set(id, { version, until: now + KNOWN_FOR_MS, config });
    return config;
  }

  return {
    async begin(provider, callback) {
      const config = await configOf(provider);
      const verifier = oidc.randomPKCECodeVerifier();
      const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: provider.scopes,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      });
      return { ...attempt, url: url.href };
    },

    async finish(provider, url, { state, nonce, verifier }) {
      const config = await configOf(provider);
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const said = tokens.claims();
      if (!said) throw new Error('no ID token');
      const asks = config.serverMetadata().userinfo_endpoint !== undefined;
      // Without it some claims are missing, which then change nothing.
      const more = asks
        ? await oidc.fetchUserInfo(config, tokens.access_token, said.sub).catch(() => ({}))
        : {};
      return { claims: { ...more, ...said }, idToken: tokens.id_token ?? '' };
    },

    async endSessionUrl(provider, { idToken, backTo }) {
      const config = await configOf(provider).catch(() => undefined);
      if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
      const asked = new URLSearchParams({ post_logout_redirect_uri: backTo });
      if (idToken !== '') asked.set('id_token_hint', idToken);
      return oidc.buildEndSessionUrl(config, asked).href;
    },

    async keysOf(provider) {
      const now = clock.now().getTime();
      const kept = keys.get(provider.id);
      if (kept?.version === provider.version && kept.until > now) return kept.keys;
      const { jwks_uri: address } = (await configOf(provider)).serverMetadata();
      if (address === undefined) return [];
      const signal = AbortSignal.timeout(TIMEOUT_S * 1000);
      const request = { method: 'GET', headers: { accept: 'application/json' }, signal };
      const answer = await guardedFetch(address, request, { opened, answerBytes: ANSWER_BYTES });
      const body = (await answer.json()) as { keys?: PublishedKey[] };
      const found = Array.isArray(body.keys) ? body.keys : [];
      keys.set(provider.id, { version: provider.version, until: now + KEYS_FOR_MS, keys: found });
      return found;
    },

    discover: (issuer) => testDiscovery(() => discover(issuer, 'test', '')),
  };
}

/** Reads metadata, with errors as codes that the page has texts for. */
async function testDiscovery(discover: () => Promise<oidc.Configuration>): Promise<ProviderTestResult> {
  try {
    const found = (await discover()).serverMetadata();
    return {
      fault: found.authorization_endpoint && found.token_endpoint ? null : 'not_a_provider',
      issuer: found.issuer,
      sends_logouts: found['backchannel_logout_supported'] === true,
      ends_sessions: found.end_session_endpoint !== undefined,
      scopes: found.scopes_supported ?? [],
      claims: found.claims_supported ?? [],
    };
  } catch (error) {
    const none = { issuer: null, sends_logouts: false, ends_sessions: false, scopes: [], claims: [] };
    return { fault: faultOf(error), ...none };
  }
}

const askWith =
  (opened: PrivateHosts): oidc.CustomFetch =>
  (url, { method, headers, body, signal }) =>
    guardedFetch(url, { method, headers, body: textOf(body), signal }, { opened, answerBytes: ANSWER_BYTES });

/** Sends the secret in the header, or in the body if the provider only supports that. */
function authWith(secret: string): oidc.ClientAuth {
  if (secret === '') return oidc.None();
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBodyOnly = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
    return (isBodyOnly ? inBody : inHeader)(server, ...rest);
  };
}

function textOf(body: oidc.FetchBody): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new Error('a body that is no text');
}

/** An error and its chain of causes. */
function* chainOf(error: unknown): Generator<Record<string, unknown>> {
  for (let one = error; typeof one === 'object' && one !== null; one = (one as { cause?: unknown }).cause)
    yield one as Record<string, unknown>;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
const isNetwork = (error: unknown): boolean =>
  [...chainOf(error)].some(
    (one) => one instanceof AddressError || one['code'] === 'OAUTH_TIMEOUT' || one['name'] === 'TimeoutError',
  );

function faultOf(error: unknown): Fault {
  const refused = [...chainOf(error)].find((one) => one instanceof AddressError);
  if (refused?.['reason'] === 'forbidden') return 'private';
  if (isNetwork(error)) return 'unreachable';
  const BY_CODE: Record<string, Fault> = {
    OAUTH_RESPONSE_IS_NOT_CONFORM: 'not_found',
    OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'other_issuer',
  };
  return BY_CODE[codeOf(error)] ?? 'not_a_provider';
}

const BY_CLAIM: Record<string, ProviderRefusal> = {
  nonce: 'nonce',
  aud: 'audience',
  azp: 'audience',
  iss: 'issuer',
};

/** Why the response of a provider was refused. */
export function providerRefusalOf(error: unknown): ProviderRefusal {
  if (isNetwork(error)) return 'unreachable';
  const code = codeOf(error);
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return (error as { error?: unknown }).error === 'access_denied' ? 'denied' : 'invalid';
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'old_token';
  if (code !== 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return 'invalid';
  const claim = [...chainOf(error)].map((one) => one['claim']).find((one) => typeof one === 'string');
  return BY_CLAIM[claim ?? ''] ?? 'invalid';
}
