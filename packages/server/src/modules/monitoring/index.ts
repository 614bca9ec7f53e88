export { monitoringRealtime } from './realtime.ts';
export { monitoringRoutes } from './routes.ts';
export { createMonitoring } from './service.ts';
