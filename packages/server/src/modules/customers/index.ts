export { customerRealtime, customerRoutes } from './routes.ts';
export { holdersIn, rowsOf } from './belongings.ts';
export type { MergeParticipant } from './merge-service.ts';
export { createCustomers, type Customers } from './service.ts';
