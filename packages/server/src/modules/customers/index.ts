export { customerRealtime, customerRoutes } from './routes.ts';
export { createCustomers, type Customers } from './service.ts';
