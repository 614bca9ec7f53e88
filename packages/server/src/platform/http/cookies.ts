import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type CookieName = 'trunkline_session' | 'trunkline_device' | 'trunkline_attempt';

/** Cookies that no script of a page can read; `readCookie` reads them. */
export type Cookies = {
  set(reply: FastifyReply, name: CookieName, cookie: { value: string; expires: Date }): void;
  clear(reply: FastifyReply, name: CookieName): void;
};

/** With this prefix browsers take a cookie from this very host only, by https, for all of its addresses. */
const HOST_PREFIX = '__Host-';

/** The name without the prefix is read too: by http there is no other, and what was set under it lasts until it expires. */
export const readCookie = (
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  name: CookieName,
): string | undefined => cookies[`${HOST_PREFIX}${name}`] ?? cookies[name];

/** Cookies that no script of a page can read. `isSecure` says that people reach us by https in any case. */
export function createCookies(isSecure: boolean): Cookies {
  // A proxy that speaks TLS to the browser says so, also where no PUBLIC_URL was set.
  const isByTls = ({ protocol }: FastifyRequest) => isSecure || protocol === 'https';
  const optionsOf = (secure: boolean): CookieSerializeOptions => ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
  });

  return {
    set(reply, name, { value, expires }) {
      const secure = isByTls(reply.request);
      reply.setCookie(secure ? `${HOST_PREFIX}${name}` : name, value, { ...optionsOf(secure), expires });
      if (secure && reply.request.cookies[name] !== undefined) reply.clearCookie(name, optionsOf(secure));
    },

    clear(reply, name) {
      const secure = isByTls(reply.request);
      if (secure) reply.clearCookie(`${HOST_PREFIX}${name}`, optionsOf(true));
      reply.clearCookie(name, optionsOf(secure));
    },
  };
}
