import { useNow } from '#shared/lib/use-now.ts';
import { useOpenTicket } from '../ticket-context.ts';
import { writtenOnes } from '../written.ts';

const HOUR_MS = 3_600_000;

/** Until when free answers go out to the customer; null where that is always. */
export type AnswerWindow = { state: 'open' | 'soon' | 'closed'; until: string } | null;

/** What the clock makes of it. */
export function windowAt(until: string | null | undefined, now: number): AnswerWindow {
  if (!until) return null;
  const left = Date.parse(until) - now;
  return { until, state: left <= 0 ? 'closed' : left < HOUR_MS ? 'soon' : 'open' };
}

/** Of the open ticket, followed as time passes. */
export function useAnswerWindow(): AnswerWindow {
  const { conversations } = useOpenTicket().detail;
  const now = useNow(15_000);
  return windowAt(writtenOnes(conversations).at(-1)?.open_until, now);
}
