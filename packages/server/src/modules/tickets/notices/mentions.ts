/** The form of a mention in a note's text: by id, so that it survives a change of name. */
const MENTION = /@\{(\d{1,15})\}/g;

/** The people mentioned in a note, each once. Pure. */
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
