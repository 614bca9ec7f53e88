import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#shared/api/session.ts';

/** Leads to a ticket, for whoever may see tickets; there is none of `id` null. */
export function TicketLink({ id, children }: { id: number | null; children: ReactNode }) {
  const { can } = useSession();
  if (id === null || !can('TICKETS:VIEW')) return children;
  return (
    <Link to="/tickets/detail" search={{ id }}>
      {children}
    </Link>
  );
}
