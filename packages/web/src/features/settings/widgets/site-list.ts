const SITE = /^(https?:\/\/)?(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$/i;

/** The sites that were typed, one per line; a path behind the host does not matter and is cut off. */
export function readSites(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/^(https?:\/\/[^/]+|[^/:]+(?::\d+)?)\/.*$/i, '$1'));
  return [...new Set(lines.filter(Boolean))];
}

/** The first one that is not the address of a site. */
export function badSite(sites: readonly string[]): string | undefined {
  return sites.find((site) => !SITE.test(site));
}
