import {
  changePassword,
  createApiKey,
  getUserLevel,
  listApiKeys,
  listSessions,
  login,
  logout,
  requestPasswordReset,
  resetPassword,
  resetUserPassword,
  restoreApiKey,
  revokeApiKey,
  revokeSession,
  revokeUserSessions,
  socketToken,
  testMail,
} from '@trunkline/contract';
import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE, type Http } from '#platform/http';
import type { Settings } from '#modules/settings';
import type { Auth, Caller } from './service.ts';

const OK = { ok: true } as const;

export function authRoutes(
  http: Http,
  { auth, settings, isSecure }: { auth: Auth; settings: Settings; isSecure: boolean },
): void {
  // A proxy that speaks TLS to the browser says so, also where no PUBLIC_URL was set.
  const cookieFor = ({ protocol }: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure || protocol === 'https' }) as const;

  http.publicRoute(login, async ({ body, request, reply }) => {
    const { expiresAt, ...answer } = await auth.logIn(body, callerOf(request));
    reply.setCookie(SESSION_COOKIE, answer.token, { ...cookieFor(request), expires: expiresAt });
    return answer;
  });
  http.route(logout, async ({ viewer, request, reply }) => {
    await auth.logOut(viewer);
    reply.clearCookie(SESSION_COOKIE, cookieFor(request));
    return OK;
  });
  http.route(socketToken, async ({ viewer }) => {
    const { token, expiresAt } = auth.socketToken(viewer);
    return Promise.resolve({ token, user_id: viewer.id, expires_at: expiresAt.toISOString() });
  });
  http.route(listSessions, async ({ viewer }) => ({ data: await auth.listSessions(viewer) }));
  http.route(revokeSession, ({ viewer, params }) => auth.revokeSession(viewer, params.id).then(() => OK));
  http.route(changePassword, ({ viewer, body }) => auth.changePassword(viewer, body).then(() => OK));
  http.publicRoute(requestPasswordReset, ({ body }) => auth.requestReset(body.username).then(() => OK));
  http.publicRoute(resetPassword, ({ body }) => auth.resetPassword(body).then(() => OK));
  http.route(resetUserPassword, async ({ viewer, params }) => ({
    temporary_password: await auth.resetByAdministrator(viewer, params.id),
  }));
  http.route(revokeUserSessions, ({ viewer, params }) =>
    auth.revokeUserSessions(viewer, params.id).then(() => OK),
  );
  http.route(listApiKeys, ({ viewer }) => auth.keys.list(viewer));
  http.route(createApiKey, ({ viewer, body }) => auth.keys.create(viewer, body));
  http.route(revokeApiKey, ({ viewer, params }) => auth.keys.revoke(viewer, params.id).then(() => OK));
  http.route(restoreApiKey, async ({ viewer, params }) => ({
    data: await auth.keys.restore(viewer, params.id),
  }));
  http.route(getUserLevel, async ({ viewer, query }) => ({ data: await auth.level(viewer, query.id) }));
  http.route(testMail, async ({ viewer }) => settings.testMail((await auth.user(viewer.id)).email));
}

function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
