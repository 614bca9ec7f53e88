import type { AuditFilter } from '#shared/audit/api.ts';
import type { AuditSearch } from '#shared/lib/search/audit-search.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type AuditPatch = { [K in keyof AuditSearch]: AuditSearch[K] | undefined };

/** Returns the parameters in the address and the function that changes them. */
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

/** Returns the filters of the request from the address. */
export function filterOf({ q, about, subject, from, to, user }: AuditSearch): AuditFilter {
  const filter = { q, about, subject, from, to, user_id: user };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
