export { hashPassword } from './passwords.ts';
export { authRoutes } from './routes.ts';
export { makeSignInLink } from './sign-in/sign-in-link.ts';
export { createAuth, type Auth } from './service.ts';
export { isExpired } from './viewer.ts';
