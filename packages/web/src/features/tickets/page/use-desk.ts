import { readDeskSearch } from '#shared/lib/search/desk-search.ts';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DeskChoice, readDesk, writeDesk } from '../filters.ts';

/** Returns the parameters in the address and the function that changes them. Typing replaces the history entry, choosing adds one. */
export function useDesk() {
  const search = useSearch({ from: '/shell/tickets' });
  const navigate = useNavigate();
  const router = useRouter();
  const choice = useMemo(() => readDesk(search), [search]);
  return {
    choice,
    search: useMemo(() => writeDesk(choice), [choice]),
    change: (part: Partial<DeskChoice>, replace = false) => {
      // The search text is reported with a delay: a call may have opened another page by then, which must stay, or a ticket.
      const { pathname, search: newest } = router.latestLocation;
      const isHere = pathname === '/tickets';
      if (replace && !isHere) return;
      const from = isHere ? readDesk(readDeskSearch(newest)) : choice;
      void navigate({ to: '/tickets', search: writeDesk({ ...from, ...part }), replace });
    },
    set: (next: Partial<DeskChoice>) => void navigate({ to: '/tickets', search: writeDesk(next) }),
  };
}
