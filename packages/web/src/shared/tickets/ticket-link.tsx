import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#shared/api/session.ts';

/** A link to a ticket for users who may see tickets; plain text for others and where `id` is null. */
export function TicketLink({ id, children }: { id: number | null; children: ReactNode }) {
  const { can } = useSession();
  if (id === null || !can('TICKETS:VIEW')) return children;
  return (
    <Link to="/tickets/detail" search={{ id }}>
      {children}
    </Link>
  );
}
