export { agentRealtime } from './realtime.ts';
export { agentRoutes } from './routes.ts';
export { createAgents, type Agents } from './service.ts';
