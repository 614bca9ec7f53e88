export { telephonyRealtime } from './realtime.ts';
export { telephonyRoutes } from './routes.ts';
export { createTelephony } from './service.ts';
