import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useViews } from './api.ts';

/** An address that says nothing opens the view that was chosen to open first. Once: "Mine" can still be gone to. */
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
