export { webhookRoutes } from './routes.ts';
export { createWebhooks, type Webhooks } from './service.ts';
