import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  finishPasskeyLogin,
  listPasskeys,
  removePasskey,
} from '@trunkline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '#platform/http';
import type { Auth } from '../service.ts';
import type { SignInSource, SignedIn } from '../sign-in/sign-in-service.ts';

type Deps = {
  passkeys: Auth['passkeys'];
  setSession: (reply: FastifyReply, signedIn: SignedIn) => SignedIn['answer'];
  callerOf: (request: FastifyRequest) => SignInSource;
};

export function passkeyRoutes(http: Http, { passkeys, setSession, callerOf }: Deps): void {
  http.route(listPasskeys, ({ viewer }) => passkeys.list(viewer));
  http.route(beginPasskey, async ({ viewer, body }) => ({ data: await passkeys.begin(viewer, body) }));
  http.route(addPasskey, async ({ viewer, body }) => ({ data: await passkeys.add(viewer, body) }));
  http.route(removePasskey, ({ viewer, params }) =>
    passkeys.remove(viewer, params.id).then(() => ({ ok: true }) as const),
  );
  http.publicRoute(beginPasskeyLogin, async () => ({ data: await passkeys.beginLogin() }));
  http.publicRoute(finishPasskeyLogin, async ({ body, request, reply }) =>
    setSession(reply, await passkeys.logIn(body, callerOf(request))),
  );
}
