export { firstRunRoutes } from './routes.ts';
export { createFirstRun, type FirstRun } from './service.ts';
