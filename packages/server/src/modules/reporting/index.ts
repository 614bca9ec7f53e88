export { reportingRoutes } from './routes.ts';
export { createReporting, type Reporting } from './service.ts';
export { createMessageFigures } from './message-figures/service.ts';
export { countsInWords } from './message-figures/words.ts';
export { createTicketDays } from './ticket-days/service.ts';
export { inWords } from './ticket-days/words.ts';
