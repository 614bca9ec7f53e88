import type { Platform } from '#platform/platform';
import {
  conversationEventsIn,
  conversationRealtime,
  conversationRoutes,
  createConversations,
  type Conversations,
} from '#modules/conversations';
import type { AppServer } from './server.ts';
import type { Tier3 } from './tier-3.ts';

export type Tier4 = Tier3 & { conversations: Conversations };

/** Tier 4: conversations, with the `Channel` port and routing. */
export function createTier4(platform: Platform, below: Tier3): Tier4 {
  return { ...below, conversations: createConversations({ ...platform, ...below }) };
}

export function openTier4(
  { http, realtime, platform }: AppServer,
  { conversations, tickets }: Pick<Tier4, 'conversations' | 'tickets'>,
): void {
  conversationRoutes(http, conversations);
  conversationRealtime(realtime, { ...platform, conversations, tickets });
  conversationEventsIn({ ...platform, conversations });
}
