export { DeskPage } from './desk-page.tsx';
export { TicketPage } from './ticket-page.tsx';
