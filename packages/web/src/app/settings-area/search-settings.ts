import { matches } from '#features/search/match.ts';

/** What the search knows of a page; each list holds one text for each language. */
export type SearchedPage<Id> = {
  id: Id;
  names: readonly string[];
  about: readonly string[];
  fields: readonly { labels: readonly string[]; hints: readonly string[] }[];
};
/** A page that was found, and which of its fields matched, unless its name or description did. */
export type FoundPage<Id> = { id: Id; field: number | undefined };

/** Finds pages by their name, then by a field, then by their description or the hint of a field, in any language. */
export function searchSettings<Id>(pages: readonly SearchedPage<Id>[], query: string): FoundPage<Id>[] {
  if (query.trim() === '') return [];
  const ranked = pages.flatMap((page) => {
    const place = placeIn(page, query);
    return place ? [{ ...place, id: page.id }] : [];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ id, field }) => ({ id, field }));
}

function placeIn<Id>({ names, about, fields }: SearchedPage<Id>, query: string) {
  // The name is part of every other text, so that "departments wrap-up" finds the field of that page.
  const holds = (texts: readonly string[]) =>
    texts.some((text, language) => matches(query, `${names[language] ?? ''} ${text}`));
  if (names.some((name) => matches(query, name))) return { rank: 0, field: undefined };
  const labelled = fields.findIndex(({ labels }) => holds(labels));
  if (labelled >= 0) return { rank: 1, field: labelled };
  if (holds(about)) return { rank: 2, field: undefined };
  const hinted = fields.findIndex(({ hints }) => holds(hints));
  return hinted >= 0 ? { rank: 3, field: hinted } : undefined;
}
