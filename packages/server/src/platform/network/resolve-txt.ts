import { Resolver } from 'node:dns/promises';
import type { ResolveTxt } from '../config/mail-config.ts';

const WITHIN_MS = 2000;

/** Looks up TXT records by the name servers of this machine, with a short time-out. */
export function createResolveTxt(): ResolveTxt {
  const resolver = new Resolver({ timeout: WITHIN_MS, tries: 2 });
  return (name) => resolver.resolveTxt(name);
}
