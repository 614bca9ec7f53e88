export { hashPassword } from './passwords.ts';
export { authRoutes } from './routes.ts';
export { createAuth, type Auth } from './service.ts';
export { isExpired } from './viewer.ts';
