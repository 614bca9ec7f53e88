import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider';

export type Account = { sub: string } & Record<string, unknown>;
type Claims = Record<string, unknown>;
type Client = { callback: string; logout: string; backTo: string };

const SECRET = 'the secret of the client';
const SCOPES = 'openid profile email groups';

/** A real OpenID Connect provider on this machine that signs in everybody as `account`, without asking. */
export async function startOidcProvider() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' };
  const state: { account: Account; tamper: (claims: Claims) => Claims; isDown: boolean; isDenied: boolean } =
    {
      account: { sub: 'nobody' },
      tamper: (claims) => claims,
      isDown: false,
      isDenied: false,
    };
  let provider: Provider | undefined;
  let answer: ReturnType<Provider['callback']> | undefined;

  const server = http.createServer((request, response) => {
    if (state.isDown || !provider) return response.destroy();
    if (request.url?.startsWith('/interaction/')) return void interact(provider, request, response);
    void answer?.(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function interact(to: Provider, request: http.IncomingMessage, response: http.ServerResponse) {
    const result = state.isDenied
      ? { error: 'access_denied', error_description: 'no' }
      : { login: { accountId: state.account.sub } };
    await to.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  function sign(claims: Claims, header: object = { alg: 'RS256', kid: 'own' }): string {
    const text = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`;
  }

  const configuration = ({ callback, logout, backTo }: Client): Configuration => ({
    clients: [
      {
        client_id: 'trunkline',
        client_secret: SECRET,
        redirect_uris: [callback],
        post_logout_redirect_uris: [backTo],
        backchannel_logout_uri: logout,
        backchannel_logout_session_required: false,
      },
    ],
    adapter: createMemory(),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 600,
      Interaction: 600,
      Session: 3600,
    },
    jwks: { keys: [jwk] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub', 'sid'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    // The library's own fetch refuses addresses of this machine.
    fetch: (url, { method, headers, body, signal }: RequestInit = {}) =>
      fetch(url, { method, headers, body, signal }),
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => Promise.resolve({ ...state.account, sub }),
    }),
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    async loadExistingGrant({ oidc }) {
      if (!oidc.client || !oidc.session?.accountId) return undefined;
      const { Grant } = oidc.provider;
      const grant = new Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  });

  return {
    issuer,
    state,
    sign,
    settings: { name: 'Corporate', issuer, client_id: 'trunkline', client_secret: SECRET, scopes: SCOPES },

    /** Registers the workspace as the provider's client, with the addresses that its settings page shows. */
    know(client: Client): void {
      provider = new Provider(issuer, configuration(client));
      answer = provider.callback();
      // The provider issues correct tokens; `tamper` changes the claims for a test, and they are signed again.
      const { prototype } = provider.IdToken as unknown as {
        prototype: { issue: (options: { use: string }) => Promise<string> };
      };
      const issue = prototype.issue;
      prototype.issue = async function (options) {
        const token = await issue.call(this, options);
        if (options.use !== 'idtoken') return token;
        const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
        return sign(state.tamper(claims));
      };
    },

    /** Posts the provider's log-out token for this person to the workspace, as its own log-out does. */
    async endSessions(sub: string): Promise<void> {
      const client = await provider?.Client.find('trunkline');
      await (client as unknown as { backchannelLogout(sub: string): Promise<void> }).backchannelLogout(sub);
    },

    /** Follows the provider's redirects as a browser does; returns the workspace's address to which they lead. */
    async visit(address: string): Promise<URL> {
      const jar = new Map<string, string>();
      let url = new URL(address);
      while (url.origin === issuer) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [pair = ''] = set.split(';');
          const at = pair.indexOf('=');
          jar.set(pair.slice(0, at), pair.slice(at + 1));
        }
        const next = response.headers.get('location');
        if (next === null)
          throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
        url = new URL(next, url);
      }
      return url;
    },

    async close(): Promise<void> {
      // First no new ones: a browser opens some ahead, on which nothing comes, and each would be waited for for a minute.
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The provider's storage, in memory. */
function createMemory(): (name: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  return (name) => {
    const place = (id: string) => `${name}:${id}`;
    const find = (id: string) => Promise.resolve(kept.get(place(id)));
    return {
      find,
      findByUid: (uid) => Promise.resolve([...kept.values()].find((one) => one.uid === uid)),
      findByUserCode: () => Promise.resolve(undefined),
      upsert: (id, payload) => Promise.resolve(void kept.set(place(id), payload)),
      consume: async (id) => void Object.assign((await find(id)) ?? {}, { consumed: Date.now() / 1000 }),
      destroy: (id) => Promise.resolve(void kept.delete(place(id))),
      revokeByGrantId: (grantId) => {
        for (const [key, { grantId: own }] of kept) if (own === grantId) kept.delete(key);
        return Promise.resolve();
      },
    };
  };
}
