export { emailRoutes } from './routes.ts';
export { createEmail } from './service.ts';
