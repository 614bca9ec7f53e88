export { DeskPage } from './page/desk-page.tsx';
export { TicketPage } from './page/ticket-page.tsx';
