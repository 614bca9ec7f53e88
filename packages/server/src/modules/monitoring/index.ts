export { monitoringRealtime } from './realtime.ts';
export { monitoringRoutes } from './routes.ts';
export { createMonitoring, type Monitoring } from './service.ts';
