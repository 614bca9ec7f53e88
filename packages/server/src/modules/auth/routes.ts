import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  copyLevel,
  createApiKey,
  createLevel,
  endSeeing,
  finishLogin,
  getLevel,
  getSecondFactor,
  getUserLevel,
  listApiKeys,
  listLevels,
  listSessions,
  listUserSessions,
  login,
  logout,
  getPasswordReset,
  removeLevel,
  removeSecondFactor,
  renewRecoveryCodes,
  requestPasswordReset,
  resetPassword,
  resetUserPassword,
  resetUserSecondFactor,
  restoreApiKey,
  revokeApiKey,
  revokeOwnSessions,
  revokeSession,
  revokeUserSession,
  revokeUserSessions,
  seeAs,
  sendPasswordLink,
  socketToken,
  testMail,
  updateLevel,
  useSignInLink,
} from '@trunkline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCookieWriter, readCookie } from '#platform/http/cookies';
import { requestSourceOf, type Http } from '#platform/http';
import type { Settings } from '#modules/settings';
import { passkeyRoutes } from './passkeys/routes.ts';
import { providerRoutes } from './providers/routes.ts';
import type { Auth } from './service.ts';
import type { SignInSource, SignedIn } from './sign-in/sign-in-service.ts';

const OK = { ok: true } as const;
const DEVICE = 'trunkline_device';

export function authRoutes(
  http: Http,
  { auth, settings, isSecure }: { auth: Auth; settings: Settings; isSecure: boolean },
): void {
  const cookies = createCookieWriter(isSecure);
  /** Stores in a cookie that this user has signed in with this browser. */
  const rememberBrowser = (reply: FastifyReply, userId: number) =>
    cookies.set(reply, DEVICE, auth.rememberBrowser(readCookie(reply.request, DEVICE), userId));

  const setSession = (reply: FastifyReply, { answer, expiresAt, device }: SignedIn) => {
    cookies.set(reply, 'trunkline_session', { value: answer.token, expires: expiresAt });
    cookies.set(reply, DEVICE, device);
    return answer;
  };
  const byBrowser = {
    countedAs: (request: FastifyRequest) => auth.anyBrowserId(readCookie(request, DEVICE)),
  };

  http.publicRoute(
    login,
    async ({ body, request, reply }) => setSession(reply, await auth.logIn(body, callerOf(request))),
    byBrowser,
  );
  http.publicRoute(
    finishLogin,
    async ({ body, request, reply }) => setSession(reply, await auth.finish(body, callerOf(request))),
    byBrowser,
  );
  http.route(logout, async ({ viewer, reply }) => {
    const url = await auth.logOut(viewer);
    cookies.clear(reply, 'trunkline_session');
    return { ...OK, ...(url !== undefined && { url }) };
  });
  http.route(socketToken, async ({ viewer }) => {
    const { token, expiresAt } = auth.socketToken(viewer);
    return Promise.resolve({ token, user_id: viewer.id, expires_at: expiresAt.toISOString() });
  });
  http.route(listSessions, async ({ viewer }) => ({ data: await auth.listSessions(viewer) }));
  http.route(revokeSession, ({ viewer, params }) => auth.revokeSession(viewer, params.id).then(() => OK));
  http.route(changePassword, async ({ viewer, body, reply }) => {
    await auth.changePassword(viewer, body);
    rememberBrowser(reply, viewer.id);
    return OK;
  });
  http.publicRoute(getPasswordReset, async () => ({ data: { is_possible: await auth.canReset() } }));
  http.publicRoute(requestPasswordReset, ({ body }) => auth.requestReset(body.username).then(() => OK));
  http.publicRoute(resetPassword, async ({ body, request, reply }) => {
    rememberBrowser(reply, await auth.resetPassword(body, requestSourceOf(request)));
    return OK;
  });
  http.route(resetUserPassword, async ({ viewer, params }) => ({
    temporary_password: await auth.resetByAdministrator(viewer, params.id),
  }));
  http.route(revokeUserSessions, ({ viewer, params, body }) =>
    auth.signOutEverywhere(viewer, params.id, body).then(() => OK),
  );
  http.route(listUserSessions, async ({ viewer, params }) => ({
    data: await auth.listSessionsOf(viewer, params.id),
  }));
  http.route(revokeUserSession, ({ viewer, params }) =>
    auth.revokeSessionOf(viewer, params.id, params.session_id).then(() => OK),
  );
  http.route(sendPasswordLink, ({ viewer, params }) => auth.sendLink(viewer, params.id).then(() => OK));
  http.route(revokeOwnSessions, async ({ viewer, body, reply }) => {
    await auth.signOutEverywhere(viewer, viewer.id, body);
    rememberBrowser(reply, viewer.id);
    return OK;
  });
  http.publicRoute(useSignInLink, async ({ body, request, reply }) => {
    setSession(reply, await auth.useLink(body, callerOf(request)));
    return OK;
  });
  http.route(seeAs, ({ viewer, params }) => auth.seeing.begin(viewer, params.id));
  http.route(endSeeing, ({ viewer }) => auth.seeing.end(viewer).then(() => OK));
  secondFactorRoutes(http, auth);
  passkeyRoutes(http, { passkeys: auth.passkeys, setSession, callerOf });
  providerRoutes(http, { auth, cookies, setSession, callerOf });
  keyRoutes(http, auth);
  levelRoutes(http, auth);
  http.route(getUserLevel, async ({ viewer, query }) => ({ data: await auth.level(viewer, query.id) }));
  http.route(testMail, async ({ viewer }) => settings.testMail((await auth.user(viewer.id)).email));
}

function secondFactorRoutes(http: Http, { secondFactors: own }: Pick<Auth, 'secondFactors'>): void {
  http.route(getSecondFactor, async ({ viewer }) => ({ data: await own.status(viewer) }));
  http.route(beginSecondFactor, async ({ viewer, body }) => ({ data: await own.begin(viewer, body) }));
  http.route(confirmSecondFactor, async ({ viewer, body }) => ({
    data: { recovery_codes: await own.confirm(viewer, body) },
  }));
  http.route(renewRecoveryCodes, async ({ viewer, body }) => ({
    data: { recovery_codes: await own.renewCodes(viewer, body) },
  }));
  http.route(removeSecondFactor, ({ viewer, body }) => own.remove(viewer, body).then(() => OK));
  http.route(resetUserSecondFactor, ({ viewer, params }) =>
    own.reset(viewer, params.id).then(() => ({ data: { id: params.id } })),
  );
}

function keyRoutes(http: Http, { keys }: Pick<Auth, 'keys'>): void {
  http.route(listApiKeys, ({ viewer }) => keys.list(viewer));
  http.route(createApiKey, ({ viewer, body }) => keys.create(viewer, body));
  http.route(revokeApiKey, ({ viewer, params }) => keys.revoke(viewer, params.id).then(() => OK));
  http.route(restoreApiKey, async ({ viewer, params }) => ({
    data: await keys.restore(viewer, params.id),
  }));
}

function levelRoutes(http: Http, { levels }: Pick<Auth, 'levels'>): void {
  http.route(listLevels, ({ viewer }) => levels.list(viewer));
  http.route(getLevel, async ({ params }) => ({ data: await levels.get(params.id) }));
  http.route(createLevel, async ({ viewer, body }) => ({ data: await levels.create(viewer, body) }));
  http.route(updateLevel, async ({ viewer, params, body }) => ({
    data: await levels.change(viewer, params.id, body),
  }));
  http.route(copyLevel, async ({ viewer, params, body }) => ({
    data: await levels.copy(viewer, params.id, body),
  }));
  http.route(removeLevel, ({ viewer, params }) => levels.remove(viewer, params.id).then(() => OK));
}

function callerOf(request: FastifyRequest): SignInSource {
  return {
    from: requestSourceOf(request),
    deviceCookie: readCookie(request, DEVICE),
  };
}
