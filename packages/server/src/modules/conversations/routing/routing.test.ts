import { Media, type MediaId } from '@trunkline/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FULL_CAPACITY, type RoutingCandidate } from './candidate-pool.ts';
import { decideOffers, type RoutingRules, type WaitingConversation } from './routing.ts';

const NOW = 1_000_000;
const RING = 30_000;
const CALL = Media.roomVoice;
const rules: RoutingRules = {
  relaxationStepMs: RING,
  retryAfterMs: 60_000,
  weightOf: (mediaId) => (mediaId === CALL ? FULL_CAPACITY : mediaId === Media.sms ? 2 : 1),
};
const agent = (id: number, more: Partial<RoutingCandidate> = {}): RoutingCandidate => ({
  id,
  departmentIds: [1],
  mediaIds: new Set<MediaId>([Media.liveChat, Media.sms, CALL]),
  skills: new Map(),
  idleSince: 0,
  load: 0,
  capacity: 3,
  isFilled: false,
  ...more,
});
const waiting = (id: number, more: Partial<WaitingConversation> = {}): WaitingConversation => ({
  id,
  mediaId: Media.liveChat,
  departmentId: 1,
  since: NOW,
  place: id,
  needs: [],
  overflow: null,
  passedOver: [],
  letGoAt: null,
  asksOnce: false,
  knownTo: null,
  lastAgent: null,
  ...more,
});
const decide = (conversations: WaitingConversation[], agents: RoutingCandidate[]) =>
  decideOffers(conversations, agents, rules, NOW).offers;
/** The agent who gets the only conversation. */
const chosenAgentOf = (more: Partial<WaitingConversation>, agents: RoutingCandidate[]) =>
  decide([waiting(1, more)], agents)[0]?.userId;

describe('a waiting conversation', () => {
  it('goes to the agent who has been idle longest', () => {
    expect(decide([waiting(1)], [agent(1, { idleSince: 500 }), agent(2, { idleSince: 100 })])).toEqual([
      { conversationId: 1, userId: 2 },
    ]);
  });

  it('goes to the assignee of its ticket, however long the others have been idle', () => {
    const agents = [agent(1), agent(2, { idleSince: 900 })];
    expect(decide([waiting(1, { knownTo: 2 })], agents)).toEqual([{ conversationId: 1, userId: 2 }]);
  });

  it('goes to another agent when the assignee is at capacity, or did not take the offer', () => {
    const full = agent(2, { load: 3 });
    expect(decide([waiting(1, { knownTo: 2 })], [agent(1), full])).toEqual([
      { conversationId: 1, userId: 1 },
    ]);
    expect(decide([waiting(1, { knownTo: 2, passedOver: [2] })], [agent(1), agent(2)])).toEqual([
      { conversationId: 1, userId: 1 },
    ]);
  });

  it('goes to nobody of another department, and to nobody who is full', () => {
    expect(decide([waiting(1)], [agent(1, { departmentIds: [2] }), agent(2, { load: 3 })])).toEqual([]);
  });

  it('is served before those that came later', () => {
    const offers = decide([waiting(2), waiting(1)], [agent(1, { capacity: 1 })]);
    expect(offers).toEqual([{ conversationId: 1, userId: 1 }]);
  });

  it('goes to the next agent when one let it go, even if that one has been idle longer', () => {
    const offers = decide(
      [waiting(1, { passedOver: [1], letGoAt: NOW })],
      [agent(1), agent(2, { idleSince: 900 })],
    );
    expect(offers).toEqual([{ conversationId: 1, userId: 2 }]);
  });

  it('is offered again after a while when everybody let it go, beginning with the first who did', () => {
    const agents = [agent(1), agent(2)];
    const passed = { passedOver: [2, 1] };
    expect(decide([waiting(1, { ...passed, letGoAt: NOW - 59_999 })], agents)).toEqual([]);
    expect(decide([waiting(1, { ...passed, letGoAt: NOW - 60_000 })], agents)).toEqual([
      { conversationId: 1, userId: 2 },
    ]);
  });

  it('that is offered to each agent once goes to one who has not had the offer', () => {
    const once = waiting(1, { asksOnce: true, passedOver: [1], letGoAt: 0 });
    expect(decide([once], [agent(1), agent(2)])).toEqual([{ conversationId: 1, userId: 2 }]);
    expect(decide([once], [agent(1)])).toEqual([]);
  });

  it('does not keep those behind it waiting when nobody of its department is there', () => {
    const offers = decide([waiting(1, { departmentId: 9 }), waiting(2)], [agent(1)]);
    expect(offers).toEqual([{ conversationId: 2, userId: 1 }]);
  });
});

describe('skills', () => {
  const SKILL = 7;
  const knows = (id: number, proficiency: number, more: Partial<RoutingCandidate> = {}) =>
    agent(id, { skills: new Map([[SKILL, proficiency]]), ...more });
  const needs = [{ skillId: SKILL, least: 3 }];

  it('count before idle time', () => {
    expect(chosenAgentOf({ needs }, [agent(1), knows(2, 2), knows(3, 3, { idleSince: 900 })])).toBe(3);
  });

  it.each([
    [0, undefined],
    [RING - 1, undefined],
    [RING, 2],
    [2 * RING, 1],
    [3 * RING, 4],
  ])('are required one level lower with every relaxation step: after %i ms of waiting', (waited, taker) => {
    const agents = [agent(4), knows(1, 1, { idleSince: 1 }), knows(2, 2, { idleSince: 2 })];
    expect(chosenAgentOf({ needs, since: NOW - waited }, agents)).toBe(taker);
  });

  it('have to be there all of them', () => {
    const both = [...needs, { skillId: 8, least: 1 }];
    const full = agent(2, {
      skills: new Map([
        [SKILL, 5],
        [8, 1],
      ]),
    });
    expect(chosenAgentOf({ needs: both }, [knows(1, 5), full])).toBe(2);
  });

  it('are not asked of who has the ticket, and are of who had the customer last', () => {
    expect(chosenAgentOf({ needs, knownTo: 1 }, [agent(1), knows(2, 5)])).toBe(1);
    expect(chosenAgentOf({ needs, lastAgent: 1 }, [agent(1), knows(2, 5)])).toBe(2);
    expect(chosenAgentOf({ needs, lastAgent: 3 }, [knows(2, 5), knows(3, 3, { idleSince: 9 })])).toBe(3);
  });

  it('that nobody has do not keep those behind it waiting', () => {
    const offers = decide([waiting(1, { needs }), waiting(2)], [agent(1)]);
    expect(offers).toEqual([{ conversationId: 2, userId: 1 }]);
  });
});

describe('a customer who comes back', () => {
  it('is offered to their last agent once, and then to anybody', () => {
    const agents = [agent(1), agent(2, { idleSince: 900 })];
    expect(chosenAgentOf({ lastAgent: 2 }, agents)).toBe(2);
    expect(chosenAgentOf({ lastAgent: 2, passedOver: [2], letGoAt: NOW }, agents)).toBe(1);
  });
});

describe('the capacity of an agent', () => {
  it('is used up by the weight of each channel', () => {
    const sms = { mediaId: Media.sms } as const;
    expect(chosenAgentOf(sms, [agent(1, { load: 2, capacity: 3 })])).toBeUndefined();
    expect(chosenAgentOf(sms, [agent(1, { load: 1, capacity: 3 })])).toBe(1);
  });

  it('allows at least one conversation of any weight, unless the capacity is zero', () => {
    const sms = { mediaId: Media.sms } as const;
    expect(chosenAgentOf(sms, [agent(1, { capacity: 1 })])).toBe(1);
    expect(chosenAgentOf(sms, [agent(1, { capacity: 0 })])).toBeUndefined();
  });

  it('is nothing more beside a call', () => {
    expect(decide([waiting(1, { mediaId: CALL }), waiting(2)], [agent(1)])).toEqual([
      { conversationId: 1, userId: 1 },
    ]);
    expect(chosenAgentOf({}, [agent(1, { isFilled: true })])).toBeUndefined();
  });

  it('is a call also beside messages, but first for who has none', () => {
    const busy = agent(1, { load: 3 });
    expect(chosenAgentOf({ mediaId: CALL }, [busy])).toBe(1);
    expect(chosenAgentOf({ mediaId: CALL }, [busy, agent(2, { idleSince: 900 })])).toBe(2);
  });

  it('is only what they take now', () => {
    expect(
      chosenAgentOf({ mediaId: CALL }, [agent(1, { mediaIds: new Set([Media.liveChat]) })]),
    ).toBeUndefined();
  });
});

describe('another department', () => {
  const overflow = { departmentId: 2, afterMs: 60_000 };
  const other = agent(9, { departmentIds: [2] });

  it('is asked only after the time set, and after one’s own', () => {
    expect(chosenAgentOf({ overflow, since: NOW - 59_999 }, [other])).toBeUndefined();
    expect(chosenAgentOf({ overflow, since: NOW - 60_000 }, [other])).toBe(9);
    expect(chosenAgentOf({ overflow, since: NOW - 60_000 }, [other, agent(1, { idleSince: 900 })])).toBe(1);
  });

  it('is asked again as well when everybody let it go', () => {
    const passed = { overflow, since: NOW - 60_000, passedOver: [9], letGoAt: NOW - 60_000 };
    expect(chosenAgentOf(passed, [other])).toBe(9);
  });
});

describe('when time alone may find somebody', () => {
  const nextAt = (more: Partial<WaitingConversation>) =>
    decideOffers([waiting(1, more)], [], rules, NOW).nextAt;

  it('is the next relaxation step, the overflow department, or the next retry, whichever is first', () => {
    expect(nextAt({})).toBeNull();
    const needs = [{ skillId: 1, least: 2 }];
    expect(nextAt({ needs, since: NOW - 1 })).toBe(NOW - 1 + RING);
    expect(nextAt({ needs, since: NOW - 2 * RING })).toBeNull();
    expect(nextAt({ overflow: { departmentId: 2, afterMs: 5 } })).toBe(NOW + 5);
    expect(nextAt({ passedOver: [1], letGoAt: NOW - 1 })).toBe(NOW - 1 + 60_000);
  });
});

const media = fc.constantFrom<MediaId>(Media.liveChat, Media.sms, CALL);
const one = fc.integer({ min: 1, max: 4 });
const situation = fc.record({
  agents: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 30 }),
      departmentIds: fc.uniqueArray(one, { maxLength: 4 }),
      mediaIds: fc.uniqueArray(media).map((ids) => new Set(ids)),
      skills: fc.array(fc.tuple(one, fc.integer({ min: 1, max: 5 }))).map((pairs) => new Map(pairs)),
      idleSince: fc.integer({ min: 0, max: NOW }),
      load: fc.integer({ min: 0, max: 5 }),
      capacity: fc.integer({ min: 0, max: 5 }),
      isFilled: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 15 },
  ),
  conversations: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 200 }),
      mediaId: media,
      departmentId: one,
      since: fc.integer({ min: NOW - 6 * RING, max: NOW }),
      place: fc.integer({ min: 0, max: NOW }),
      needs: fc.uniqueArray(fc.record({ skillId: one, least: fc.integer({ min: 1, max: 5 }) }), {
        selector: ({ skillId }) => skillId,
        maxLength: 2,
      }),
      overflow: fc.option(fc.record({ departmentId: one, afterMs: fc.integer({ min: 1, max: 4 * RING }) })),
      passedOver: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
      letGoAt: fc.option(fc.integer({ min: 0, max: NOW })),
      asksOnce: fc.boolean(),
      knownTo: fc.option(fc.integer({ min: 1, max: 30 })),
      lastAgent: fc.option(fc.integer({ min: 1, max: 30 })),
    }),
    { selector: ({ id }) => id, maxLength: 40 },
  ),
});
type Situation = { agents: RoutingCandidate[]; conversations: WaitingConversation[] };

/** The agents after the offers of one pass. */
function after({ agents, conversations }: Situation): RoutingCandidate[] {
  const byId = new Map(conversations.map((each) => [each.id, each]));
  return agents.map((each) => {
    const own = decide(conversations, agents).filter(({ userId }) => userId === each.id);
    const weights = own.map(({ conversationId }) =>
      rules.weightOf(byId.get(conversationId)?.mediaId ?? CALL),
    );
    const load = weights.reduce<number>(
      (sum, weight) => sum + (weight === FULL_CAPACITY ? 0 : weight),
      each.load,
    );
    return { ...each, load, isFilled: each.isFilled || weights.includes(FULL_CAPACITY) };
  });
}

/** The departments whose agents may be offered it by now. */
const askedOf = ({ departmentId, overflow, since }: WaitingConversation): number[] =>
  overflow && NOW - since >= overflow.afterMs ? [departmentId, overflow.departmentId] : [departmentId];

describe('in any situation', () => {
  it('nothing is offered twice, to another department, or by a medium that somebody does not take', () => {
    fc.assert(
      fc.property(situation, ({ agents, conversations }) => {
        const offers = decide(conversations, agents);
        expect(new Set(offers.map((offer) => offer.conversationId)).size).toBe(offers.length);
        for (const { conversationId, userId } of offers) {
          const taker = agents.find(({ id }) => id === userId);
          const offered = conversations.find(({ id }) => id === conversationId);
          if (!taker || !offered) throw new Error('of nobody, or to nobody');
          expect(taker.departmentIds.some((id) => askedOf(offered).includes(id))).toBe(true);
          expect(taker.mediaIds.has(offered.mediaId)).toBe(true);
        }
      }),
    );
  });

  it('nobody gets more than they can take', () => {
    fc.assert(
      fc.property(situation, (all) => {
        const before = new Map(all.agents.map((each) => [each.id, each]));
        const mediaOf = new Map(all.conversations.map((each) => [each.id, each.mediaId]));
        const given = (id: number) =>
          decide(all.conversations, all.agents).filter(({ userId }) => userId === id);
        const messagesFor = (id: number) =>
          given(id).filter(({ conversationId }) => mediaOf.get(conversationId) !== CALL);
        const overloaded = after(all).filter(({ id, load, capacity }) => {
          const was = before.get(id)?.load ?? 0;
          // An agent with no conversation may get one message that is heavier than their capacity; a call may come on top of
          // it.
          const isOnly = was === 0 && capacity > 0 && messagesFor(id).length === 1;
          return load > was && load > capacity && !isOnly;
        });
        expect(overloaded).toEqual([]);
        const filled = all.agents.filter(({ id, isFilled }) => isFilled && given(id).length > 0);
        expect(filled).toEqual([]);
      }),
    );
  });

  it('a call is offered to an agent whose only message exceeds their capacity', () => {
    const small = agent(1, { capacity: 1 });
    const both = [waiting(1, { mediaId: Media.sms }), waiting(2, { mediaId: CALL })];
    expect(decide(both, [small])).toHaveLength(2);
    expect(decide([...both, waiting(3)], [small])).toHaveLength(2);
  });

  it('nobody new is left waiting beside somebody who could take them', () => {
    fc.assert(
      fc.property(situation, (all) => {
        const offers = decide(all.conversations, all.agents);
        const left = all.conversations.filter(
          (each) =>
            each.passedOver.length === 0 && !offers.some(({ conversationId }) => conversationId === each.id),
        );
        for (const each of left) expect(decide([each], after(all))).toEqual([]);
      }),
    );
  });
});
