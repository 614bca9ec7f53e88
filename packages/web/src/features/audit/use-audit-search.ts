import type { AuditFilter } from '#shared/audit/api.ts';
import type { AuditSearch } from '#shared/lib/search/audit-search.ts';
import { type SearchPatch, useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { useSearch } from '@tanstack/react-router';

export type AuditPatch = SearchPatch<AuditSearch>;

/** Returns the parameters in the address and the function that changes them. */
export function useAuditSearch() {
  const search = useSearch({ from: '/shell/settings/audit' });
  const patchSearch = useSearchPatch<AuditSearch>();
  return {
    search,
    change: (patch: AuditPatch): void => patchSearch(patch, { replace: !('id' in patch) }),
  };
}

/** Returns the filters of the request from the address. */
export function filterOf({ q, about, subject, from, to, user }: AuditSearch): AuditFilter {
  const filter = { q, about, subject, from, to, user_id: user };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
