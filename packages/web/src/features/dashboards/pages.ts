export { TicketDashboardPage } from './tickets/ticket-dashboard-page.tsx';
