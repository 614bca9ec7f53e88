import type { MailAddress } from '@trunkline/contract';
import { emailAddress, LIMITS } from '@trunkline/contract';
import { onOneLine } from '#platform/foreign-text';

/** Makes text from a mail's headers fit for our database and screens. Pure. */

/** Accepts some addresses to which we cannot reply, because received mails show them. */
const ADDRESS = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+$/;

/** The address in lower case, for comparing; empty if it is none. */
function cleanAddress(address: string | undefined): string {
  const clean = onOneLine(address ?? '', LIMITS.identity + 1).toLowerCase();
  return (ADDRESS.test(clean) || emailAddress.safeParse(clean).success) && clean.length <= LIMITS.identity
    ? clean
    : '';
}

export const cleanMailAddress = (name: string | undefined, address: string | undefined): MailAddress => ({
  name: onOneLine(name ?? '', LIMITS.name),
  address: cleanAddress(address),
});

/** The ids in References, In-Reply-To or Message-ID, without angle brackets; of very many only the latest. */
export function idsIn(value: string): string[] {
  const bracketed = [...value.matchAll(/<([^<>\s]{1,500})>/g)].map((match) => match[1] ?? '');
  const ids = bracketed.length > 0 ? bracketed : value.split(/\s+/).filter((word) => word.includes('@'));
  return ids.map((id) => onOneLine(id, 500)).slice(-IDS_MAX);
}

const IDS_MAX = 50;
