import type { AuditFilter } from '#shared/audit/api.ts';
import type { AuditSearch } from '#shared/lib/search/audit-search.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type AuditPatch = { [K in keyof AuditSearch]: AuditSearch[K] | undefined };

/** What the address says, and how to change it. */
export function useAddress() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/settings/audit' });
  return {
    search,
    change(patch: AuditPatch): void {
      const next = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined);
      void navigate({ to: '/settings/audit', search: Object.fromEntries(next), replace: !('id' in patch) });
    },
  };
}

/** What of the address narrows the list down, as the server reads it. */
export function filterOf({ q, about, subject, from, to, user }: AuditSearch): AuditFilter {
  const filter = { q, about, subject, from, to, user_id: user };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
