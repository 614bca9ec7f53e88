export { monitoringRealtime } from './realtime.ts';
export { monitoringRoutes } from './routes.ts';
