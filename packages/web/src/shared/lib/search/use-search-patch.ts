import { type AnyRouter, useMatch, useRouter } from '@tanstack/react-router';

export type SearchPatch<S> = { [K in keyof S]?: S[K] | undefined };

/** Returns a function that changes parts of the page's search parameters; undefined takes one out. */
export function useSearchPatch<S extends object>(): (
  patch: SearchPatch<S>,
  options: { replace: boolean },
) => void {
  const router = useRouter();
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return (patch, { replace }) => patchSearch(router, path, patch, replace);
}

/**
 * Changes search parameters of the page at `path`. It starts from the newest address, which may not be drawn yet: a search text that is
 * reported late must not close what was just opened. Does nothing once another page was opened.
 */
export function patchSearch(router: AnyRouter, path: string, patch: object, replace: boolean): void {
  const { pathname, search } = router.latestLocation;
  if (withoutSlash(pathname) !== withoutSlash(path)) return;
  const next = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined);
  void router.navigate({ to: path, search: Object.fromEntries(next), replace });
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');
