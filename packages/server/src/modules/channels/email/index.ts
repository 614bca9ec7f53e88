export { emailRealtime, emailRoutes } from './routes.ts';
export { createEmail, type Email } from './service.ts';
