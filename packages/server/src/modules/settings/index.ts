export { settingsRoutes } from './routes.ts';
export { createSettings, type Settings } from './service.ts';
