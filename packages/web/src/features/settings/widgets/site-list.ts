const SITE = /^(https?:\/\/)?(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$/i;

/** Returns the typed sites, one per line, with paths behind the host cut off. */
export function readSites(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/^(https?:\/\/[^/]+|[^/:]+(?::\d+)?)\/.*$/i, '$1'));
  return [...new Set(lines.filter(Boolean))];
}

/** Returns the first entry that is no site's address. */
export function firstInvalidSite(sites: readonly string[]): string | undefined {
  return sites.find((site) => !SITE.test(site));
}
