export { fileHeaders, type MailPart } from './file-service.ts';
export type { MergeListener } from './relations/hooks.ts';
export type { Author } from './message-store.ts';
export { ticketRealtime } from './realtime.ts';
export { ticketRoutes } from './routes.ts';
export { replaySla, type Happening } from './sla/replay.ts';
export { createTickets, type Tickets } from './service.ts';
export { previewOf, SYSTEM } from './time-line.ts';
export { byUser, saysTheSame } from './change-service.ts';
