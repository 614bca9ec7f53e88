export { firstRunRoutes } from './routes.ts';
export { createFirstRun } from './service.ts';
