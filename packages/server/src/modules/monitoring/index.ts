export { monitoringRealtime } from './realtime.ts';
