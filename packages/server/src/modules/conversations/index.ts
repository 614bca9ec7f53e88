export type { RetryRequest, Channel, Composed, Reply } from './channel.ts';
export { conversationRealtime } from './realtime.ts';
export { conversationEventsIn, conversationRoutes } from './routes.ts';
export type { Blocking, SenderOrigin } from './blocking/blocking-service.ts';
export type { Conversations } from './conversations.ts';
export { createConversations } from './service.ts';
export type { ConversationRow } from './store.ts';
export type { Sender, ConversationThread } from './threads-service.ts';
export { fieldsFor, type MacroSteps } from './macros/macro-steps.ts';
