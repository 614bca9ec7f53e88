import { ENDPOINTS, type Endpoint } from '@trunkline/contract';
import type { Random } from '../../src/setup/random.ts';
import { hostileValues, valueFor } from '../cases/hostile.ts';

export type FuzzedRequest = {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string;
};

/** Left out: they would end the session that sends the requests, or only spend time on hashing passwords. */
const LEFT_OUT = new Set([
  'login',
  'logout',
  'changePassword',
  'changeEmail',
  'resetPassword',
  'revokeOwnSessions',
  'revokeUserSessions',
  'resetUserPassword',
  'revokeSession',
]);
const FUZZED = [...ENDPOINTS].filter(([name]) => !LEFT_OUT.has(name)).map(([, endpoint]) => endpoint);
const VALUES: unknown[] = [
  ...[null, true, -1, 0, 1.5, 1e300, '', ' ', [], [[]], {}, { toString: 'x' }],
  ...['\u0000', '\ud800', 'x'.repeat(70_000), '2026-02-30', '9'.repeat(30), '{{1}}'],
  ...hostileValues,
];
const TYPES = [
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=b',
  'application/x-www-form-urlencoded',
  '',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const textOf = (random: Random): string =>
  Array.from({ length: random.below(200) }, () => String.fromCharCode(random.below(0x300))).join('');

/** A request to a random endpoint, with right and wrong parts. */
export function requestOf(random: Random, token: string): FuzzedRequest {
  const endpoint = random.pick(FUZZED);
  const authorization = random.pick([
    `Bearer ${token}`,
    `Bearer ${token}`,
    `Bearer ${token}`,
    'Bearer x',
    'Basic eDp5',
    '',
  ]);
  return {
    method: random.chance(0.9) ? endpoint.method : random.pick(METHODS),
    address: addressOf(endpoint, random),
    headers: {
      ...(authorization && { authorization }),
      ...(random.chance(0.1) && { origin: 'https://evil.example' }),
      ...(random.chance(0.1) && { cookie: `trunkline_session=${random.pick([token, 'x', '%00', ';='])}` }),
      ...(random.chance(0.1) && {
        'x-forwarded-for': random.pick(['203.0.113.7', '::1', 'x, y', '1'.repeat(500)]),
      }),
      ...(random.chance(0.1) && { range: random.pick(['bytes=0-', 'bytes=9-1', 'bytes=-1', 'x']) }),
    },
    body: endpoint.method === 'GET' ? '' : bodyOf(endpoint, random),
  };
}

export const contentTypeOf = (random: Random): string =>
  random.chance(0.85) ? 'application/json' : random.pick(TYPES);

function addressOf(endpoint: Endpoint, random: Random): string {
  const value = () =>
    random.chance(0.7) ? String(1 + random.below(20)) : encoded(random.pick(hostileValues));
  const path = endpoint.path.replace(/:\w+/g, value);
  const known = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
  const query = known
    .filter(() => random.chance(0.4))
    .map((key) => `${key}=${random.chance(0.5) ? encoded(JSON.stringify(random.pick(VALUES))) : value()}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** By way of a Buffer, as `encodeURIComponent` throws on half of a surrogate pair. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString()).slice(0, 4000);

function bodyOf(endpoint: Endpoint, random: Random): string {
  const good = valueFor(endpoint);
  const way = random.below(10);
  if (way === 0) return textOf(random);
  if (way === 1) return `{"a":${'['.repeat(random.below(2000))}`;
  if (way < 4 || typeof good !== 'object' || good === null)
    return JSON.stringify(good ?? random.pick(VALUES));
  const keys = Object.keys(good);
  const key = keys.length > 0 && random.chance(0.9) ? random.pick(keys) : 'unknown_key';
  return JSON.stringify({ ...good, [key]: random.pick(VALUES) });
}
