export { webFormPages } from './pages.ts';
export { webFormRoutes } from './routes.ts';
export { createWebForms, type WebForms } from './service.ts';
