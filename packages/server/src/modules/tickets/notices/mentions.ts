/** How a colleague stands in the text of a note: by id, so that a new name does not make them somebody else. */
const MENTION = /@\{(\d{1,15})\}/g;

/** Who is mentioned in a note, each once. Pure. */
export function mentionsIn(body: string): number[] {
  return [...new Set([...body.matchAll(MENTION)].map(([, id]) => Number(id)))];
}

/** The text with names in the place of ids. Pure. */
export function withNames(body: string, nameOf: (id: number) => string | undefined): string {
  return body.replace(MENTION, (token, id: string) => {
    const name = nameOf(Number(id));
    return name === undefined ? token : `@${name}`;
  });
}
