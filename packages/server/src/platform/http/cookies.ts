import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type CookieName = 'trunkline_session' | 'trunkline_device' | 'trunkline_attempt';

/** Sets and clears cookies that scripts of a page cannot read; `readCookie` reads them. */
export type CookieWriter = {
  set(reply: FastifyReply, name: CookieName, cookie: { value: string; expires: Date }): void;
  clear(reply: FastifyReply, name: CookieName): void;
};

/** Browsers accept a cookie with this prefix only over HTTPS, from this very host and for all its paths. */
const HOST_PREFIX = '__Host-';

/** The name without the prefix is read too: over HTTP there is no other, and older cookies last until they expire. */
export const readCookie = (
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  name: CookieName,
): string | undefined => cookies[`${HOST_PREFIX}${name}`] ?? cookies[name];

/** @param isSecure whether people always reach us over HTTPS */
export function createCookieWriter(isSecure: boolean): CookieWriter {
  // A TLS proxy tells it by a header, also where no PUBLIC_URL is set.
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
