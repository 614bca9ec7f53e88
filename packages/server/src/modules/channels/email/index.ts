export { emailRealtime, emailRoutes } from './routes.ts';
export { createEmail } from './service.ts';
