import type { FastifyRequest } from 'fastify';

/** Which sites may show our pages in a frame. */

/** Whether this origin (`https://shop.example`) is allowed. An empty list allows every site. */
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

/** The same list as `frame-ancestors`, which the browser enforces. */
export function frameAncestors(allowed: readonly string[]): string {
  if (allowed.length === 0) return '*';
  const sources = allowed.map((entry) => {
    const { scheme, pattern } = parse(entry);
    return scheme ? `${scheme}//${pattern}` : pattern;
  });
  // Only valid host sources: the text comes from a settings page and goes into a header.
  return ["'self'", ...sources.filter((source) => /^(https?:\/\/)?(\*\.)?[\w.-]+(:\d+)?$/.test(source))].join(
    ' ',
  );
}

/**
 * The site that shows the widget, as the frame tells. Browsers enforce the list by `frame-ancestors`; this only explains a
 * refusal.
 */
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
