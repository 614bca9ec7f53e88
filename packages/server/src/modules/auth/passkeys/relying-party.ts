import net from 'node:net';
import type { NO_PASSKEYS } from '@trunkline/contract';

/** What passkeys belong to: the name in the address that people reach us at. */
export type RelyingParty = { id: string; origin: string };

/** Browsers make passkeys for names, and by https or on the own machine only. Pure. */
export function relyingPartyOf(publicUrl: string): RelyingParty | (typeof NO_PASSKEYS)[number] {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (net.isIP(host) !== 0) return 'numeric';
  const isOwnMachine = host === 'localhost' || host.endsWith('.localhost');
  return protocol === 'https:' || isOwnMachine ? { id: host, origin } : 'insecure';
}
