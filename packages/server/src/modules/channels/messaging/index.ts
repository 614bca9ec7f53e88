export { messagingRoutes } from './routes.ts';
export { createMessaging, type Messaging, type ProviderUrls } from './service.ts';
