export { telephonyRealtime } from './realtime.ts';
export { telephonyRoutes } from './routes.ts';
export { createTelephony, type Telephony } from './service.ts';
