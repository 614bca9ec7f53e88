import { Readable } from 'node:stream';
import {
  createSignInProvider,
  finishProviderLogin,
  linkIdentity,
  listIdentities,
  listLoginProviders,
  listSignInProviders,
  providerLogout,
  removeSignInProvider,
  startProviderLogin,
  testSignInProvider,
  unlinkIdentity,
  updateSignInProvider,
} from '@trunkline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '#platform/http';
import { readCookie, type CookieWriter } from '#platform/http/cookies';
import type { Auth } from '../service.ts';
import type { SignInSource, SignedIn } from '../sign-in/sign-in-service.ts';
import type { ProviderSignInResult } from './provider-sign-in-service.ts';

const OK = { ok: true } as const;
const ATTEMPT = 'trunkline_attempt';

type Deps = {
  auth: Pick<Auth, 'providers' | 'byProvider' | 'endByProvider' | 'passkeys'>;
  cookies: CookieWriter;
  setSession: (reply: FastifyReply, signedIn: SignedIn) => unknown;
  callerOf: (request: FastifyRequest) => SignInSource;
};

export function providerRoutes(http: Http, { auth, cookies, setSession, callerOf }: Deps): void {
  const { providers, byProvider } = auth;
  const goTo = (reply: FastifyReply, begun: Awaited<ReturnType<typeof byProvider.start>>) => {
    cookies.set(reply, ATTEMPT, begun.browser);
    return { url: begun.url };
  };

  http.route(listSignInProviders, async () => ({
    data: await providers.list(),
    passkeys: await auth.passkeys.summary(),
  }));
  http.route(createSignInProvider, async ({ viewer, body }) => ({
    data: await providers.create(viewer, body),
  }));
  http.route(updateSignInProvider, async ({ viewer, params, body }) => ({
    data: await providers.change(viewer, params.id, body),
  }));
  http.route(removeSignInProvider, ({ viewer, params }) =>
    providers.remove(viewer, params.id).then(() => OK),
  );
  http.route(testSignInProvider, async ({ body }) => ({ data: await providers.test(body.issuer) }));

  http.publicRoute(listLoginProviders, async () => ({ data: await providers.offered() }));
  http.publicRoute(startProviderLogin, async ({ params, body, request, reply }) =>
    goTo(reply, await byProvider.start(params.id, readCookie(request, ATTEMPT), body.next)),
  );
  http.publicRoute(finishProviderLogin, async ({ params, request, reply }) => {
    const browser = readCookie(request, ATTEMPT);
    const search = new URL(request.url, 'http://here').search;
    const outcome = await byProvider.finish(params.id, search, { browser, caller: callerOf(request) });
    if ('signedIn' in outcome) setSession(reply, outcome.signedIn);
    reply.status(303).header('location', placeOf(outcome)).header('cache-control', 'no-store');
    reply.type('text/plain');
    return Readable.from([]);
  });
  http.publicRoute(providerLogout, async ({ params, body, reply }) => {
    reply.header('cache-control', 'no-store');
    await auth.endByProvider(params.id, body);
    return OK;
  });

  http.route(listIdentities, async ({ viewer }) => ({ data: await byProvider.identities(viewer) }));
  http.route(linkIdentity, async ({ viewer, params, request, reply }) =>
    goTo(reply, await byProvider.startLinking(viewer, params.id, readCookie(request, ATTEMPT))),
  );
  http.route(unlinkIdentity, ({ viewer, params }) => byProvider.unlink(viewer, params.id).then(() => OK));
}

/** The page to continue on. The challenge is after `#`, which browsers do not send, so it is in no log. */
function placeOf(outcome: ProviderSignInResult): string {
  if ('signedIn' in outcome) return outcome.next;
  if ('linked' in outcome) return '/profile';
  if ('challenge' in outcome)
    return `/login?next=${encodeURIComponent(outcome.next)}#challenge=${outcome.challenge}`;
  return outcome.isLinking ? `/profile?refused=${outcome.refused}` : `/login?refused=${outcome.refused}`;
}
