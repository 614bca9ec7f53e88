/**
 * Whether a mail comes from whom it names, as the company's own mail server found out when it came in (RFC 8601). We
 * check nothing ourselves: which server handed it over is known there only. Pure.
 */

/** A header that tells of a mail's way: `received` or `authentication-results`, the latest first. */
export type TrailLine = { name: string; value: string };

/** `unknown`: nobody whom the mailbox trusts says anything. */
export type Proof = 'proven' | 'unproven' | 'unknown';

export type AuthResult = { method: string; result: string; properties: ReadonlyMap<string, string> };

const RECEIVED = 'received';
const RESULTS = 'authentication-results';

/**
 * Only what stands under the mailbox's own name counts, down to the next `Received`: that was there before our server, and so
 * was everything below it. What speaks for a sender counts in the topmost header alone, as the next one may be the first line
 * of what the sender wrote; what speaks against them counts in all. DMARC decides where it names what it rests on; without
 * DMARC it takes both others.
 */
export function proofOf(
  trail: readonly TrailLine[],
  { authservId, fromDomain }: { authservId: string; fromDomain: string },
): Proof {
  const headers = authservId ? trustedHeaders(trail, authservId) : [];
  const dmarc = headers
    .flat()
    .filter(({ method, result }) => method === 'dmarc' && /^(pass|fail)$/.test(result));
  if (!dmarc.every((one) => isPassFor(one, fromDomain))) return 'unproven';
  if (hasFailed(headers, 'spf') && hasFailed(headers, 'dkim')) return 'unproven';
  const top = headers[0] ?? [];
  const isProven = top.some((one) => dmarc.includes(one)) && top.some((one) => isAligned(one, fromDomain));
  return isProven ? 'proven' : 'unknown';
}

/** As the topmost header says that has a word on it. */
function hasFailed(headers: readonly AuthResult[][], method: string): boolean {
  const said = headers.map((one) => one.filter((result) => result.method === method));
  const first = said.find((one) => one.length > 0) ?? [];
  return first.length > 0 && first.every(({ result }) => result === 'fail');
}

/** A pass of SPF or DKIM, for the domain that we show. */
function isAligned({ method, result, properties }: AuthResult, fromDomain: string): boolean {
  if (result !== 'pass') return false;
  const by =
    method === 'dkim'
      ? (properties.get('header.d') ?? properties.get('header.i'))
      : method === 'spf' && properties.get('smtp.mailfrom');
  if (!by) return false;
  const domain = by.slice(by.lastIndexOf('@') + 1);
  return isBelow(domain, fromDomain) || isBelow(fromDomain, domain);
}

/** A pass for another domain than the one we show says nothing for that one. */
function isPassFor({ result, properties }: AuthResult, fromDomain: string): boolean {
  const about = properties.get('header.from') ?? fromDomain;
  return result === 'pass' && (isBelow(about, fromDomain) || isBelow(fromDomain, about));
}

const isBelow = (domain: string, upper: string): boolean => domain === upper || domain.endsWith(`.${upper}`);

/** The topmost first. */
function trustedHeaders(trail: readonly TrailLine[], authservId: string): AuthResult[][] {
  const own = trail.map(({ name, value }) => (name === RESULTS ? readAuthResults(value) : null));
  const isOwn = (index: number) => own[index]?.authservId === authservId.toLowerCase();
  const first = trail.findIndex((_, index) => isOwn(index));
  if (first < 0) return [];
  const below = trail.findIndex(({ name }, index) => index > first && name === RECEIVED);
  const end = below < 0 ? trail.length : below;
  return own.slice(first, end).flatMap((one, index) => (one && isOwn(first + index) ? [one.results] : []));
}

/** The parts of an `Authentication-Results`; null where it names no server. What is no result is passed over. */
export function readAuthResults(value: string): { authservId: string; results: AuthResult[] } | null {
  const [head = '', ...rest] = segmentsOf(value);
  const [authservId = '', version = '1', ...more] = head.split(' ');
  if (!authservId || authservId.includes('=') || !/^\d+$/.test(version) || more.length > 0) return null;
  return { authservId: authservId.toLowerCase(), results: rest.flatMap(readResult) };
}

const RESULT = /^([a-z][\w-]*)(?: ?\/ ?\d+)? ?= ?([a-z]+)(?: |$)/;
const PROPERTY = /(?:^| )([a-z][\w-]* ?\. ?[\w-]+) ?= ?(\S+)/g;

function readResult(segment: string): AuthResult[] {
  const lower = segment.toLowerCase();
  const [all = '', method, result] = RESULT.exec(lower) ?? [];
  if (!method || !result) return [];
  const properties = new Map<string, string>();
  for (const [, name = '', text = ''] of lower.slice(all.length).matchAll(PROPERTY))
    properties.set(name.replaceAll(' ', ''), text);
  return [{ method, result, properties }];
}

/**
 * What stands between semicolons, without comments, quotation marks and needless spaces. What stands in quotation marks is
 * one word: a space, a semicolon or an equals sign in it would be read as another result.
 */
function segmentsOf(value: string): string[] {
  const segments: string[] = [];
  let segment = '';
  let place: Place = { depth: 0, isQuoted: false };
  for (const [char] of value.matchAll(/\\[^]|[^]/g)) {
    const isPlain = place.depth === 0 && !place.isQuoted;
    if (isPlain && char === ';') {
      segments.push(segment);
      segment = '';
    } else if (place.isQuoted && char !== '"') segment += char.slice(-1).replace(/[\s;=]/, '_');
    else if (place.depth === 0 && char !== '"') segment += char === '(' ? ' ' : char;
    place = nextPlace(place, char);
  }
  return [...segments, segment].map((one) => one.replace(/\s+/g, ' ').trim());
}

type Place = { depth: number; isQuoted: boolean };

/** Comments stand in each other, and quotation marks mean nothing in them. */
function nextPlace({ depth, isQuoted }: Place, char: string): Place {
  if (depth > 0) return { depth: depth + (STEPS[char] ?? 0), isQuoted: false };
  if (char === '"') return { depth, isQuoted: !isQuoted };
  return { depth: char === '(' && !isQuoted ? 1 : 0, isQuoted };
}

const STEPS: Partial<Record<string, number>> = { '(': 1, ')': -1 };
