import type { MediaId } from '@trunkline/contract';
import {
  createCandidatePool,
  FULL_CAPACITY,
  type RoutingCandidate,
  type RequiredSkill,
  type CandidatePool,
  type ConversationWeight,
} from './candidate-pool.ts';

/** A waiting conversation, as routing decides on it. Everything in this file is pure. */
export type WaitingConversation = {
  id: number;
  mediaId: MediaId;
  departmentId: number;
  /** Milliseconds since the epoch. */
  since: number;
  /** Sort key of the queue, lowest first: `since` minus what its priority is worth. */
  place: number;
  /** Required skills and their minimum levels. */
  needs: readonly RequiredSkill[];
  /** The department that helps once it has waited that long. */
  overflow: { departmentId: number; afterMs: number } | null;
  /** Agents who declined or missed it, the first one first; offered it again only when nobody else is free. */
  passedOver: readonly number[];
  /** When an agent last declined or missed it. */
  letGoAt: number | null;
  /** Never offered twice to the same agent: a call-back whose customer has not been called yet. */
  asksOnce: boolean;
  /** The ticket's assignee, who gets it first if free: a call from a chat goes to the agent of that chat. */
  knownTo: number | null;
  /** The customer's last agent, within the configured number of days. */
  lastAgent: number | null;
};

export type RoutingRules = {
  /** After each such time the required skill level is one lower. */
  relaxationStepMs: number;
  /** The pause before an agent who declined or missed it is offered it again. */
  retryAfterMs: number;
  weightOf: (mediaId: MediaId) => ConversationWeight;
};

export type RoutingOffer = { conversationId: number; userId: number };
export type RoutingDecision = {
  offers: RoutingOffer[];
  /** When time alone will change the result for what is left; null if it never does. */
  nextAt: number | null;
};

/** Decides the offers for a whole queue. */
export function decideOffers(
  waiting: readonly WaitingConversation[],
  candidates: readonly RoutingCandidate[],
  rules: RoutingRules,
  now: number,
): RoutingDecision {
  const pass = createRoutingPass(candidates, rules, now);
  return pass.decide(waiting);
}

/** A routing pass over several pages of the queue: an agent's offers in one page count in the next. */
export function createRoutingPass(candidates: readonly RoutingCandidate[], rules: RoutingRules, now: number) {
  const pool = createCandidatePool(candidates, rules.weightOf);
  return {
    hasRoom: () => pool.hasRoom(),
    decide(waiting: readonly WaitingConversation[]): RoutingDecision {
      const offers: RoutingOffer[] = [];
      let nextAt: number | null = null;
      for (const conversation of waiting.toSorted((a, b) => a.place - b.place || a.id - b.id)) {
        const userId = chooseFor(conversation, { pool, rules, now });
        if (userId === undefined) {
          nextAt = earliest(nextAt, changesAt(conversation, rules, now));
          continue;
        }
        pool.noteOffer(userId, rules.weightOf(conversation.mediaId));
        offers.push({ conversationId: conversation.id, userId });
      }
      return { offers, nextAt };
    },
  };
}

/**
 * The agent who is offered the conversation: the ticket's assignee, else the customer's last agent, else the longest idle of
 * the department with the required skills, then of the overflow department once its time has come. Agents who declined or
 * missed it are last.
 */
function chooseFor(
  conversation: WaitingConversation,
  { pool, rules, now }: { pool: CandidatePool; rules: RoutingRules; now: number },
): number | undefined {
  const { departmentId, mediaId, passedOver, knownTo, lastAgent } = conversation;
  const weight = rules.weightOf(mediaId);
  const needs = needsAt(conversation, rules.relaxationStepMs, now);
  const wish = { departmentId, mediaId, weight, needs, passedOver };
  if (knownTo !== null && pool.fits(knownTo, { ...wish, needs: NO_NEEDS })) return knownTo;
  if (lastAgent !== null && pool.fits(lastAgent, wish)) return lastAgent;
  const departments = [departmentId, ...overflowAt(conversation, now)];
  for (const id of departments) {
    const fresh = pool.longestIdle({ ...wish, departmentId: id });
    if (fresh !== undefined) return fresh;
  }
  if (passedOver.length === 0 || conversation.asksOnce || !isRetryDue(conversation, rules, now))
    return undefined;
  // Everybody who could take it has declined or missed it: back to the first who did.
  const inOrder = [...new Set(passedOver.toReversed())].toReversed();
  return inOrder.find((userId) =>
    departments.some((id) => pool.fits(userId, { ...wish, departmentId: id, passedOver: [] })),
  );
}

const NO_NEEDS: readonly RequiredSkill[] = [];

/** The skills still required: one level lower with each relaxation step, in the end none, so that nobody waits for ever. */
function needsAt(
  { needs, since }: WaitingConversation,
  relaxationStepMs: number,
  now: number,
): readonly RequiredSkill[] {
  if (needs.length === 0) return needs;
  const relaxedSteps = Math.max(0, Math.floor((now - since) / relaxationStepMs));
  return needs.flatMap(({ skillId, least }) =>
    least > relaxedSteps ? [{ skillId, least: least - relaxedSteps }] : [],
  );
}

function overflowAt({ overflow, since, departmentId }: WaitingConversation, now: number): number[] {
  if (!overflow || overflow.departmentId === departmentId || now - since < overflow.afterMs) return [];
  return [overflow.departmentId];
}

const isRetryDue = ({ letGoAt }: WaitingConversation, { retryAfterMs }: RoutingRules, now: number): boolean =>
  letGoAt === null || now - letGoAt >= retryAfterMs;

/** The next moment at which time alone changes who may be offered it. */
function changesAt(
  { needs, since, overflow, letGoAt, passedOver }: WaitingConversation,
  { relaxationStepMs, retryAfterMs }: RoutingRules,
  now: number,
): number | null {
  const relaxedSteps = Math.max(0, Math.floor((now - since) / relaxationStepMs));
  const times = [
    ...(needs.some(({ least }) => least > relaxedSteps)
      ? [since + (relaxedSteps + 1) * relaxationStepMs]
      : []),
    ...(overflow ? [since + overflow.afterMs] : []),
    ...(passedOver.length > 0 && letGoAt !== null ? [letGoAt + retryAfterMs] : []),
  ];
  return times.filter((time) => time > now).reduce<number | null>(earliest, null);
}

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** The load of an agent: the weights of their conversations. */
export function agentLoadOf(
  counts: ReadonlyMap<MediaId, number>,
  weightOf: RoutingRules['weightOf'],
): Pick<RoutingCandidate, 'load' | 'isFilled'> {
  let load = 0;
  let isFilled = false;
  for (const [mediaId, count] of counts) {
    const weight = weightOf(mediaId);
    if (weight === FULL_CAPACITY) isFilled ||= count > 0;
    else load += weight * count;
  }
  return { load, isFilled };
}
