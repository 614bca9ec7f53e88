/** Which sites may show a widget. Pure. */

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

function parse(entry: string): { scheme: string | null; pattern: string } {
  const [, scheme = null, rest = ''] = /^(https?:)\/\/(.*)$/.exec(entry.trim().toLowerCase()) ?? [
    null,
    null,
    entry.trim().toLowerCase(),
  ];
  return { scheme, pattern: rest.replace(/\/.*$/, '') };
}
