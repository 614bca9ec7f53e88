export { customerRealtime, customerRoutes } from './routes.ts';
export { holdersIn, rowsOf } from './belongings.ts';
export { changedBy, changedByAll, holding } from './erasing/erasable.ts';
export type { MergeParticipant } from './merge-service.ts';
export { createCustomers, type Customers } from './service.ts';
