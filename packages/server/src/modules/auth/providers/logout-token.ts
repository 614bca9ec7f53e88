import { constants, createPublicKey, verify, type JsonWebKey } from 'node:crypto';

/** A public key as a provider publishes it. */
export type PublishedKey = JsonWebKey & { kid?: string; use?: string };
export type LogoutToken = { sub: string | null; sid: string | null; issuedAt: Date };
type Expected = { issuer: string; clientId: string; keys: readonly PublishedKey[]; now: Date };

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const SKEW_S = 60;
/** A provider may be slow, but a token that somebody kept for longer is refused. */
const OLDEST_S = 10 * 60;

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
/** The allowed signature algorithms, by kind of key: no symmetric ones, and never `none`. */
const ALGORITHMS: Record<string, { kty: string; digest: string | null; options: object }> = {
  RS256: { kty: 'RSA', digest: 'sha256', options: {} },
  RS384: { kty: 'RSA', digest: 'sha384', options: {} },
  RS512: { kty: 'RSA', digest: 'sha512', options: {} },
  PS256: { kty: 'RSA', digest: 'sha256', options: PSS },
  PS384: { kty: 'RSA', digest: 'sha384', options: PSS },
  PS512: { kty: 'RSA', digest: 'sha512', options: PSS },
  ES256: { kty: 'EC', digest: 'sha256', options: { dsaEncoding: 'ieee-p1363' } },
  ES384: { kty: 'EC', digest: 'sha384', options: { dsaEncoding: 'ieee-p1363' } },
  EdDSA: { kty: 'OKP', digest: null, options: {} },
};

/** The content of a logout token, checked as in Back-Channel Logout 1.0, 2.6; null where it is invalid. */
export function readLogoutToken(token: string, expected: Expected): LogoutToken | null {
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  const header = jsonOf(head);
  if (!header || rest.length > 0) return null;
  const signed = { header, text: `${head}.${body}`, signature: Buffer.from(signature, 'base64url') };
  // What strangers write is not read before its signature is right.
  const claims = isSigned(signed, expected) ? jsonOf(body) : null;
  return claims && areRight(claims, expected) ? logoutTokenOf(claims) : null;
}

function jsonOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

type Signed = { header: Record<string, unknown>; text: string; signature: Buffer };

function isSigned({ header, text, signature }: Signed, { keys }: Expected): boolean {
  const name = String(header['alg']);
  const algorithm = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
  if (!algorithm || header['crit'] !== undefined) return false;
  const fitting = keys.filter(
    ({ kty, kid, use }) =>
      kty === algorithm.kty && (header['kid'] === undefined || kid === header['kid']) && use !== 'enc',
  );
  return fitting.some((key) => {
    try {
      const publicKey = createPublicKey({ key, format: 'jwk' });
      return verify(algorithm.digest, Buffer.from(text), { key: publicKey, ...algorithm.options }, signature);
    } catch {
      // The key is invalid, or of another curve.
      return false;
    }
  });
}

function areRight(claims: Record<string, unknown>, { issuer, clientId, now }: Expected): boolean {
  const seconds = now.getTime() / 1000;
  const { iss, aud, iat, exp, events, nonce } = claims;
  const isRecent = typeof iat === 'number' && iat <= seconds + SKEW_S && iat >= seconds - OLDEST_S;
  const isOver = exp !== undefined && !(typeof exp === 'number' && exp > seconds - SKEW_S);
  const isLogout = typeof events === 'object' && events !== null && EVENT in events;
  return (
    iss === issuer &&
    [aud].flat().includes(clientId) &&
    isRecent &&
    !isOver &&
    isLogout &&
    nonce === undefined
  );
}

/** One of `sub` and `sid` is enough. */
function logoutTokenOf({ sub, sid, iat }: Record<string, unknown>): LogoutToken | null {
  const said = {
    sub: typeof sub === 'string' ? sub : null,
    sid: typeof sid === 'string' ? sid : null,
    issuedAt: new Date(Number(iat) * 1000),
  };
  return said.sub === null && said.sid === null ? null : said;
}
