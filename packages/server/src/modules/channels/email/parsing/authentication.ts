/**
 * Whether a mail really comes from its stated sender, according to the company's own mail server when it came in (RFC 8601). We
 * check nothing ourselves, because only that server knows who delivered the mail. Pure.
 */

/** A header that was added on a mail's way: `received` or `authentication-results`, latest first. */
export type TrailHeader = { name: string; value: string };

/** `unknown`: no server that the mailbox trusts has authenticated the mail. */
export type ProofResult = 'proven' | 'unproven' | 'unknown';

export type AuthResult = { method: string; result: string; properties: ReadonlyMap<string, string> };

const RECEIVED = 'received';
const RESULTS = 'authentication-results';

/**
 * Only results under the name of the mailbox's own mail server count, and only down to the next `Received`, because everything
 * below it was there before that server got the mail. Unproven: any of these headers has a DMARC failure, or SPF and DKIM both
 * failed. Proven: the topmost one has a DMARC pass and a pass of SPF or DKIM for the sender's domain; a pass further down does
 * not count, because the sender may have written it.
 */
export function senderProofOf(
  trail: readonly TrailHeader[],
  { authservId, fromDomain }: { authservId: string; fromDomain: string },
): ProofResult {
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

/** According to the topmost header that has a result of this method. */
function hasFailed(headers: readonly AuthResult[][], method: string): boolean {
  const said = headers.map((one) => one.filter((result) => result.method === method));
  const first = said.find((one) => one.length > 0) ?? [];
  return first.length > 0 && first.every(({ result }) => result === 'fail');
}

/** Whether it is a pass of SPF or DKIM for the domain of the stated sender. */
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

/** Whether it is a pass for the domain of the stated sender; one for another domain proves nothing. */
function isPassFor({ result, properties }: AuthResult, fromDomain: string): boolean {
  const about = properties.get('header.from') ?? fromDomain;
  return result === 'pass' && (isBelow(about, fromDomain) || isBelow(fromDomain, about));
}

const isBelow = (domain: string, upper: string): boolean => domain === upper || domain.endsWith(`.${upper}`);

/** The trusted results, topmost header first. */
function trustedHeaders(trail: readonly TrailHeader[], authservId: string): AuthResult[][] {
  const own = trail.map(({ name, value }) => (name === RESULTS ? readAuthResults(value) : null));
  const isOwn = (index: number) => own[index]?.authservId === authservId.toLowerCase();
  const first = trail.findIndex((_, index) => isOwn(index));
  if (first < 0) return [];
  const below = trail.findIndex(({ name }, index) => index > first && name === RECEIVED);
  const end = below < 0 ? trail.length : below;
  return own.slice(first, end).flatMap((one, index) => (one && isOwn(first + index) ? [one.results] : []));
}

/** The parts of an `Authentication-Results` header; null if it names no server. Parts that are not results are skipped. */
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
 * The parts between semicolons, without comments, quotation marks and needless spaces. A quoted text stays one word: a space,
 * semicolon or equals sign in it must not be read as another result.
 */
function segmentsOf(value: string): string[] {
  const segments: string[] = [];
  let segment = '';
  let place: Nesting = { depth: 0, isQuoted: false };
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

type Nesting = { depth: number; isQuoted: boolean };

/** Comments can be nested, and quotation marks have no meaning in them. */
function nextPlace({ depth, isQuoted }: Nesting, char: string): Nesting {
  if (depth > 0) return { depth: depth + (STEPS[char] ?? 0), isQuoted: false };
  if (char === '"') return { depth, isQuoted: !isQuoted };
  return { depth: char === '(' && !isQuoted ? 1 : 0, isQuoted };
}

const STEPS: Partial<Record<string, number>> = { '(': 1, ')': -1 };
