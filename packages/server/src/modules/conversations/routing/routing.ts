import type { MediaId } from '@trunkline/contract';
import {
  createCandidatePool,
  FILLS,
  type Candidate,
  type Need,
  type CandidatePool,
  type Weight,
} from './candidate-pool.ts';

/** Who is offered what. Pure: the same situation always gives the same offers. */
export type Waiting = {
  id: number;
  mediaId: MediaId;
  departmentId: number;
  /** Milliseconds since the epoch. */
  since: number;
  /** By which they are served, lowest first: `since`, moved back by what its priority is worth. */
  place: number;
  /** What whoever takes it should know, and how well. */
  needs: readonly Need[];
  /** Another department that is asked as well once it has waited that long. */
  overflow: { departmentId: number; afterMs: number } | null;
  /** Who let it go, in that order; asked again only when nobody else is free. */
  passedOver: readonly number[];
  /** When somebody last let it go. */
  letGoAt: number | null;
  /** Nobody who let it go is asked again: a call-back of which the customer knows nothing yet. */
  asksOnce: boolean;
  /** Who has the ticket: somebody who calls out of a chat is taken by whom they chat with, if that one is free. */
  knownTo: number | null;
  /** Who last had this customer, if that was not long ago. */
  lastAgent: number | null;
};

export type Rules = {
  /** How long each ring of a skill lasts. */
  relaxationStepMs: number;
  /** How soon who let it go is asked again. */
  retryAfterMs: number;
  weightOf: (mediaId: MediaId) => Weight;
};

export type Offer = { conversationId: number; userId: number };
export type Decision = {
  offers: Offer[];
  /** When what is left may have somebody although nothing else happens; null where time alone changes nothing. */
  nextAt: number | null;
};

/** Goes through the waiting conversations in their order and gives each to whom `chooseFor` finds. */
export function decideOffers(
  waiting: readonly Waiting[],
  candidates: readonly Candidate[],
  rules: Rules,
  now: number,
): Decision {
  const pass = createRoutingPass(candidates, rules, now);
  return pass.decide(waiting);
}

/** A round of routing: what it gives to somebody in one page of those who wait counts in the next. */
export function createRoutingPass(candidates: readonly Candidate[], rules: Rules, now: number) {
  const pool = createCandidatePool(candidates, rules.weightOf);
  return {
    hasRoom: () => pool.hasRoom(),
    decide(waiting: readonly Waiting[]): Decision {
      const offers: Offer[] = [];
      let nextAt: number | null = null;
      for (const conversation of waiting.toSorted((a, b) => a.place - b.place || a.id - b.id)) {
        const userId = chooseFor(conversation, { pool, rules, now });
        if (userId === undefined) {
          nextAt = earliest(nextAt, changesAt(conversation, rules, now));
          continue;
        }
        pool.give(userId, rules.weightOf(conversation.mediaId));
        offers.push({ conversationId: conversation.id, userId });
      }
      return { offers, nextAt };
    },
  };
}

/**
 * Whoever has its ticket, or else had this customer last; else the longest idle of its department who knows enough, and
 * of the other department once it has waited for that. Last of all who let it go.
 */
function chooseFor(
  conversation: Waiting,
  { pool, rules, now }: { pool: CandidatePool; rules: Rules; now: number },
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
  if (passedOver.length === 0 || conversation.asksOnce || !isRested(conversation, rules, now))
    return undefined;
  // Everybody who could has let it go. The first who did has had the most time since.
  const inOrder = [...new Set(passedOver.toReversed())].toReversed();
  return inOrder.find((userId) =>
    departments.some((id) => pool.fits(userId, { ...wish, departmentId: id, passedOver: [] })),
  );
}

const NO_NEEDS: readonly Need[] = [];

/** What is still asked for: with every ring one grade less, and in the end nothing, so that nobody waits for ever. */
function needsAt({ needs, since }: Waiting, relaxationStepMs: number, now: number): readonly Need[] {
  if (needs.length === 0) return needs;
  const rings = Math.max(0, Math.floor((now - since) / relaxationStepMs));
  return needs.flatMap(({ skillId, least }) => (least > rings ? [{ skillId, least: least - rings }] : []));
}

function overflowAt({ overflow, since, departmentId }: Waiting, now: number): number[] {
  if (!overflow || overflow.departmentId === departmentId || now - since < overflow.afterMs) return [];
  return [overflow.departmentId];
}

const isRested = ({ letGoAt }: Waiting, { retryAfterMs }: Rules, now: number): boolean =>
  letGoAt === null || now - letGoAt >= retryAfterMs;

/** When time alone next makes a difference to who may have it. */
function changesAt(
  { needs, since, overflow, letGoAt, passedOver }: Waiting,
  { relaxationStepMs, retryAfterMs }: Rules,
  now: number,
): number | null {
  const rings = Math.max(0, Math.floor((now - since) / relaxationStepMs));
  const times = [
    ...(needs.some(({ least }) => least > rings) ? [since + (rings + 1) * relaxationStepMs] : []),
    ...(overflow ? [since + overflow.afterMs] : []),
    ...(passedOver.length > 0 && letGoAt !== null ? [letGoAt + retryAfterMs] : []),
  ];
  return times.filter((time) => time > now).reduce<number | null>(earliest, null);
}

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** What somebody has in hand, by the weights of its media. */
export function loadOf(
  counts: ReadonlyMap<MediaId, number>,
  weightOf: Rules['weightOf'],
): Pick<Candidate, 'load' | 'isFilled'> {
  let load = 0;
  let isFilled = false;
  for (const [mediaId, count] of counts) {
    const weight = weightOf(mediaId);
    if (weight === FILLS) isFilled ||= count > 0;
    else load += weight * count;
  }
  return { load, isFilled };
}
