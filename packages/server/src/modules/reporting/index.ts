export { reportingRoutes } from './routes.ts';
export { createReporting, type Reporting } from './service.ts';
export { createMessageFigures } from './message-figures/service.ts';
export { messageFiguresCheckText } from './message-figures/check-text.ts';
export { createTicketDays } from './ticket-days/service.ts';
export { daysCheckText } from './ticket-days/check-text.ts';
