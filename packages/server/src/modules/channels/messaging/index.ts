export { messagingRoutes } from './routes.ts';
export { createMessaging, type ProviderUrls } from './service.ts';
