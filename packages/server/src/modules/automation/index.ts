export { automationRoutes } from './routes.ts';
export { createAutomation } from './service.ts';
