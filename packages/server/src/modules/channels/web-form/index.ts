export { webFormPages } from './pages.ts';
export { webFormRoutes } from './routes.ts';
export { createWebForms } from './service.ts';
