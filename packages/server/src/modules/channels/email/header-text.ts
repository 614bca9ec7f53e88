import type { MailAddress } from '@trunkline/contract';
import { LIMITS } from '@trunkline/contract';

/** Text from a mail's header as it may stand in our database and on a screen. Pure. */

// A name must not break a line, nor turn the text around it the other way.
// oxlint-disable-next-line no-control-regex -- control characters are what has to go
const NOT_ON_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
const HALF_PAIRS = /\p{Surrogate}/gu;

export const onOneLine = (text: string, max: number): string =>
  [...text.replace(HALF_PAIRS, '\ufffd').replace(NOT_ON_A_LINE, ' ').trim()].slice(0, max).join('');

/** Several lines: only what a database cannot hold goes. */
export const asText = (text: string): string => text.replace(HALF_PAIRS, '\ufffd').replaceAll('\u0000', '');

/** An address as we compare it; empty where it is none. */
function cleanAddress(address: string | undefined): string {
  const clean = onOneLine(address ?? '', LIMITS.identity + 1).toLowerCase();
  return /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+$/.test(clean) && clean.length <= LIMITS.identity ? clean : '';
}

export const cleanPerson = (name: string | undefined, address: string | undefined): MailAddress => ({
  name: onOneLine(name ?? '', LIMITS.name),
  address: cleanAddress(address),
});

/** The ids in References, In-Reply-To or Message-ID, without angle brackets; the latest of very many. */
export function idsIn(value: string): string[] {
  const bracketed = [...value.matchAll(/<([^<>\s]{1,500})>/g)].map((match) => match[1] ?? '');
  const ids = bracketed.length > 0 ? bracketed : value.split(/\s+/).filter((word) => word.includes('@'));
  return ids.map((id) => onOneLine(id, 500)).slice(-IDS_MAX);
}

const IDS_MAX = 50;
