import type { SignInProvider } from '@trunkline/contract';
import type { TestApp } from '../app.ts';
import type { startOidcProvider } from './oidc-provider.ts';

type Op = Awaited<ReturnType<typeof startOidcProvider>>;
type StartedSignIn = { url: string; cookie: string };
export type ProviderReturn = {
  status: number;
  place: string;
  token: string | undefined;
  device: string | undefined;
};

export const cookiesIn = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** Adds the provider to the workspace, and registers the workspace with the provider. */
export async function addProvider(t: TestApp, op: Op, more: object = {}): Promise<SignInProvider> {
  const { body } = await t.as('admin', 'POST', '/api/sign_in_providers', { ...op.settings, ...more });
  const { data: provider } = body as { data: SignInProvider };
  op.know({
    callback: provider.callback_url,
    logout: provider.logout_url,
    backTo: `${new URL(provider.callback_url).origin}/login`,
  });
  return provider;
}

/** The requests of a browser that signs in through a provider. */
export function providerSignInRequests(t: TestApp, op: Op, provider: () => SignInProvider) {
  async function begin(cookie = '', body: object = {}): Promise<StartedSignIn> {
    const answer = await t.app.http.app.inject({
      method: 'POST',
      url: `/api/auth/providers/${provider().id}/start`,
      payload: body,
      headers: { cookie },
    });
    return { url: (answer.json() as { url: string }).url, cookie: cookiesIn(answer) };
  }

  async function comeBack(url: URL, cookie: string): Promise<ProviderReturn> {
    const answer = await t.app.http.app.inject({
      method: 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { cookie },
    });
    const named = (name: string) => answer.cookies.find((one) => one.name === name)?.value;
    return {
      status: answer.statusCode,
      place: String(answer.headers.location),
      token: named('trunkline_session'),
      device: named('trunkline_device'),
    };
  }

  async function signIn(account: Op['state']['account']): Promise<ProviderReturn> {
    op.state.account = account;
    const { url, cookie } = await begin();
    return comeBack(await op.visit(url), cookie);
  }

  return { begin, comeBack, signIn };
}
