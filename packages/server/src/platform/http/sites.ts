import type { FastifyRequest } from 'fastify';

/** Which sites may show what of ours in a frame. */

/** Is this origin (`https://shop.example`) among the allowed ones? An empty list allows every site. */
export function isAllowedSite(origin: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  return allowed.some((entry) => {
    const { scheme, pattern } = parse(entry);
    if (scheme && scheme !== protocol) return false;
    return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
  });
}

/** The same list for the `frame-ancestors` of the widget's frame: there the browser enforces it. */
export function frameAncestors(allowed: readonly string[]): string {
  if (allowed.length === 0) return '*';
  const sources = allowed.map((entry) => {
    const { scheme, pattern } = parse(entry);
    return scheme ? `${scheme}//${pattern}` : pattern;
  });
  // Only what a host source may consist of: the text comes from a settings page and lands in a header.
  return ["'self'", ...sources.filter((source) => /^(https?:\/\/)?(\*\.)?[\w.-]+(:\d+)?$/.test(source))].join(
    ' ',
  );
}

/** The site that shows it, as the frame tells. Browsers enforce the list by `frame-ancestors`; this explains it. */
export function siteOf(request: FastifyRequest): string | undefined {
  const { origin, 'x-widget-site': header } = request.headers;
  const site = typeof header === 'string' && header ? header : origin;
  // Our own pages show it too: the demo site, and the preview in the settings.
  const isOwn = site && URL.canParse(site) && new URL(site).host === request.host;
  return isOwn ? undefined : site;
}

function parse(entry: string): { scheme: string | null; pattern: string } {
  const [, scheme = null, rest = ''] = /^(https?:)\/\/(.*)$/.exec(entry.trim().toLowerCase()) ?? [
    null,
    null,
    entry.trim().toLowerCase(),
  ];
  return { scheme, pattern: rest.replace(/\/.*$/, '') };
}
