export { reportingRoutes } from './routes.ts';
export { createReporting } from './service.ts';
