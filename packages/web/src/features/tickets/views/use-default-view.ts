import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useViews } from './api.ts';

/** Opens the default view where the address names none. Only once, so that "Mine" can still be opened. */
export function useDefaultView(): void {
  const search = useSearch({ from: '/shell/tickets' });
  const navigate = useNavigate();
  const { data } = useViews();
  const isOpened = useRef(false);
  const says = Object.keys(search).length > 0;
  useEffect(() => {
    if (!data && !says) return;
    const first = data?.views.find(({ id }) => id === data.settings.default_view_id);
    if (!says && !isOpened.current && first)
      void navigate({ to: '/tickets', search: first.search, replace: true });
    isOpened.current = true;
  }, [data, says, navigate]);
}
