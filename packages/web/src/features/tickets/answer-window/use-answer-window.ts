import { CHANNEL_TRAITS, type Conversation } from '@trunkline/contract';
import { useNow } from '#shared/lib/use-now.ts';
import { useConversationToAnswer } from '../page/ticket-context.ts';

const HOUR_MS = 3_600_000;

/** Until when free replies can be sent to the customer; null where there is no limit. */
export type AnswerWindow = {
  state: 'open' | 'soon' | 'closed';
  until: string;
  /** Whether templates can be sent after that. */
  hasTemplates: boolean;
} | null;

/** Returns the state of the reply window at a moment. */
export function answerWindowAt(
  of: Pick<Conversation, 'open_until' | 'media_id'> | undefined,
  now: number,
): AnswerWindow {
  const until = of?.open_until;
  if (!until) return null;
  const left = Date.parse(until) - now;
  const hasTemplates = CHANNEL_TRAITS[of.media_id].takesTemplates;
  return { until, hasTemplates, state: left <= 0 ? 'closed' : left < HOUR_MS ? 'soon' : 'open' };
}

/** The reply window of the open ticket; updated as time passes. */
export function useAnswerWindow(): AnswerWindow {
  const now = useNow(15_000);
  return answerWindowAt(useConversationToAnswer().answered, now);
}
