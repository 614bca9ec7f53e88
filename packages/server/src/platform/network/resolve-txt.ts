import { Resolver } from 'node:dns/promises';
import type { ResolveTxt } from '../config/mail-config.ts';

const WITHIN_MS = 2000;

/** TXT records as the machine's own name servers tell them, or nothing soon. */
export function createResolveTxt(): ResolveTxt {
  const resolver = new Resolver({ timeout: WITHIN_MS, tries: 2 });
  return (name) => resolver.resolveTxt(name);
}
