export { automationRoutes } from './routes.ts';
export { createAutomation, type Automation } from './service.ts';
