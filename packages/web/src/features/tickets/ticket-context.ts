import { createContext, use } from 'react';
import type { Presence } from './presence.ts';
import type { TicketDetail } from './realtime.ts';
import type { TicketActions } from './use-ticket-actions.ts';

/** Menus of the open ticket that a key can open. */
export type TicketMenu =
  | 'assign'
  | 'transfer'
  | 'status'
  | 'priority'
  | 'tags'
  | 'merge'
  | 'split'
  | 'link'
  | 'macro';

export type OpenTicket = {
  detail: TicketDetail;
  actions: TicketActions;
  presence: Presence | null;
  menu: TicketMenu | null;
  setMenu: (menu: TicketMenu | null) => void;
};

const TicketContext = createContext<OpenTicket | null>(null);
export const TicketProvider = TicketContext.Provider;

/** The ticket that is open in this pane. */
export function useOpenTicket(): OpenTicket {
  const open = use(TicketContext);
  if (!open) throw new Error('useOpenTicket stands outside a ticket pane');
  return open;
}
