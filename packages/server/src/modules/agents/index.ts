export { type HandOver } from './people/leaving-service.ts';
export { agentRealtime } from './realtime.ts';
export { agentRoutes } from './routes.ts';
export { createAgents, type Agents } from './service.ts';
