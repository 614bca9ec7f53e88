import net from 'node:net';
import type { NO_PASSKEYS } from '@trunkline/contract';

/** What passkeys belong to: the host name of our public address. */
export type RelyingParty = { id: string; origin: string };

/** Browsers only support passkeys for host names, by HTTPS or on localhost. Otherwise returns the reason. Pure. */
export function relyingPartyOf(publicUrl: string): RelyingParty | (typeof NO_PASSKEYS)[number] {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (net.isIP(host) !== 0) return 'numeric';
  const isOwnMachine = host === 'localhost' || host.endsWith('.localhost');
  return protocol === 'https:' || isOwnMachine ? { id: host, origin } : 'insecure';
}
