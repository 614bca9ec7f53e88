export { reportingRoutes } from './routes.ts';
export { createReporting, type Reporting } from './service.ts';
export { createTicketDays } from './ticket-days/service.ts';
export { inWords } from './ticket-days/words.ts';
