/** Who is offered what. Pure: the same situation always gives the same offers. */
export type Waiting = {
  id: number;
  departmentId: number;
  /** Milliseconds since the epoch. */
  since: number;
  /** Who let it go, in that order; asked again only when nobody else is free. */
  passedOver: readonly number[];
  /** When it was last offered to anybody. */
  lastOfferedAt: number | null;
  /** Nobody who let it go is asked again: a call-back of which the customer knows nothing yet. */
  asksOnce: boolean;
  /** Who has the ticket: somebody who calls out of a chat is taken by whom they chat with, if that one is free. */
  knownTo: number | null;
};

export type Candidate = {
  id: number;
  departmentIds: readonly number[];
  idleSince: number;
  /** Conversations held or offered now, and the most that may be. */
  load: number;
  capacity: number;
};

export type Offer = { conversationId: number; userId: number };

/**
 * Goes through the waiting conversations, longest waiting first, and gives each to whoever has its ticket, or else to the
 * longest idle agent of its department, if they have room. Nobody is offered more than they can take.
 */
export function decideOffers(
  waiting: readonly Waiting[],
  candidates: readonly Candidate[],
  now: number,
  retryAfterMs: number,
): Offer[] {
  const agents = candidates.map((candidate) => ({ ...candidate }));
  const offers: Offer[] = [];
  for (const conversation of [...waiting].sort((a, b) => a.since - b.since || a.id - b.id)) {
    const agent = chooseAgent(conversation, agents, now, retryAfterMs);
    if (!agent) continue;
    offers.push({ conversationId: conversation.id, userId: agent.id });
    agent.load += 1;
    agent.idleSince = now;
  }
  return offers;
}

function chooseAgent(
  conversation: Waiting,
  agents: Candidate[],
  now: number,
  retryAfterMs: number,
): Candidate | undefined {
  const able = agents.filter(
    (agent) => agent.load < agent.capacity && agent.departmentIds.includes(conversation.departmentId),
  );
  const fresh = able.filter((agent) => !conversation.passedOver.includes(agent.id));
  const known = fresh.find((agent) => agent.id === conversation.knownTo);
  if (known) return known;
  if (fresh.length > 0) return fresh.reduce(longerIdle);
  if (conversation.asksOnce) return undefined;
  // Everybody who could has let it go. Ask again, but not the next second.
  const isRested = conversation.lastOfferedAt === null || now - conversation.lastOfferedAt >= retryAfterMs;
  if (!isRested || able.length === 0) return undefined;
  return able.reduce((a, b) =>
    conversation.passedOver.lastIndexOf(b.id) < conversation.passedOver.lastIndexOf(a.id) ? b : a,
  );
}

function longerIdle(a: Candidate, b: Candidate): Candidate {
  if (a.idleSince !== b.idleSince) return a.idleSince < b.idleSince ? a : b;
  return a.load === b.load ? (a.id < b.id ? a : b) : a.load < b.load ? a : b;
}
