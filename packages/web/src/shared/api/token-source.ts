import { socketToken } from '@trunkline/contract';
import { call } from './call.ts';

type Query = { token: string; user_id: string };

// Tokens live five minutes; an older one might expire before it arrives.
const MAX_AGE_MS = 4 * 60_000;

/** Keeps the token that opens the socket, and fetches another when it is too old or was dropped. */
export function createTokenSource(): { get(): Promise<Query>; drop(): void } {
  let kept: { query: Query; fetchedAt: number } | null = null;
  return {
    async get() {
      if (kept && Date.now() - kept.fetchedAt < MAX_AGE_MS) return kept.query;
      const { token, user_id } = await call(socketToken);
      kept = { query: { token, user_id: String(user_id) }, fetchedAt: Date.now() };
      return kept.query;
    },
    drop() {
      kept = null;
    },
  };
}
