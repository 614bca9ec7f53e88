import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideOffers, type Candidate, type Waiting } from './routing.ts';

const NOW = 1_000_000;
const agent = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  departmentIds: [1],
  idleSince: 0,
  load: 0,
  capacity: 3,
  ...more,
});
const waiting = (id: number, more: Partial<Waiting> = {}): Waiting => ({
  id,
  departmentId: 1,
  since: id,
  passedOver: [],
  lastOfferedAt: null,
  asksOnce: false,
  knownTo: null,
  ...more,
});
const decide = (conversations: Waiting[], agents: Candidate[]) =>
  decideOffers(conversations, agents, NOW, 60_000);

describe('a waiting conversation', () => {
  it('goes to the agent who has been idle longest', () => {
    expect(decide([waiting(1)], [agent(1, { idleSince: 500 }), agent(2, { idleSince: 100 })])).toEqual([
      { conversationId: 1, userId: 2 },
    ]);
  });

  it('goes to whoever has its ticket, however long the others have been idle', () => {
    const agents = [agent(1), agent(2, { idleSince: 900 })];
    expect(decide([waiting(1, { knownTo: 2 })], agents)).toEqual([{ conversationId: 1, userId: 2 }]);
  });

  it('goes to another when whoever has its ticket is full, or has let it go', () => {
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
      [waiting(1, { passedOver: [1], lastOfferedAt: NOW })],
      [agent(1), agent(2, { idleSince: 900 })],
    );
    expect(offers).toEqual([{ conversationId: 1, userId: 2 }]);
  });

  it('is offered again after a while when everybody let it go, beginning with the first who did', () => {
    const agents = [agent(1), agent(2)];
    const passed = { passedOver: [2, 1] };
    expect(decide([waiting(1, { ...passed, lastOfferedAt: NOW - 59_999 })], agents)).toEqual([]);
    expect(decide([waiting(1, { ...passed, lastOfferedAt: NOW - 60_000 })], agents)).toEqual([
      { conversationId: 1, userId: 2 },
    ]);
  });

  it('that asks once goes to who has not been asked, and to nobody a second time', () => {
    const once = waiting(1, { asksOnce: true, passedOver: [1], lastOfferedAt: 0 });
    expect(decide([once], [agent(1), agent(2)])).toEqual([{ conversationId: 1, userId: 2 }]);
    expect(decide([once], [agent(1)])).toEqual([]);
  });

  it('does not keep those behind it waiting when nobody of its department is there', () => {
    const offers = decide([waiting(1, { departmentId: 9 }), waiting(2)], [agent(1)]);
    expect(offers).toEqual([{ conversationId: 2, userId: 1 }]);
  });
});

const situation = fc.record({
  agents: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 30 }),
      departmentIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
      idleSince: fc.integer({ min: 0, max: NOW }),
      load: fc.integer({ min: 0, max: 5 }),
      capacity: fc.integer({ min: 0, max: 5 }),
    }),
    { selector: (one) => one.id, maxLength: 15 },
  ),
  conversations: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 200 }),
      departmentId: fc.integer({ min: 1, max: 4 }),
      since: fc.integer({ min: 0, max: NOW }),
      passedOver: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
      lastOfferedAt: fc.option(fc.integer({ min: 0, max: NOW })),
      asksOnce: fc.boolean(),
      knownTo: fc.option(fc.integer({ min: 1, max: 30 })),
    }),
    { selector: (one) => one.id, maxLength: 40 },
  ),
});

describe('whatever the situation', () => {
  it('nobody gets more than they can take, and nothing is offered twice or to another department', () => {
    fc.assert(
      fc.property(situation, ({ agents, conversations }) => {
        const offers = decide(conversations, agents);
        expect(new Set(offers.map((offer) => offer.conversationId)).size).toBe(offers.length);
        for (const { id, load, capacity, departmentIds } of agents) {
          const own = offers.filter((offer) => offer.userId === id);
          expect(own.length).toBeLessThanOrEqual(Math.max(0, capacity - load));
          for (const { conversationId } of own) {
            expect(departmentIds).toContain(
              conversations.find((one) => one.id === conversationId)?.departmentId,
            );
          }
        }
      }),
    );
  });

  it('nobody new is left waiting beside an agent of their department with room', () => {
    fc.assert(
      fc.property(situation, ({ agents, conversations }) => {
        const offers = decide(conversations, agents);
        const roomOf = (one: Candidate) =>
          one.capacity - one.load - offers.filter((offer) => offer.userId === one.id).length;
        const left = conversations.filter(
          (one) => one.passedOver.length === 0 && !offers.some((offer) => offer.conversationId === one.id),
        );
        for (const one of left) {
          expect(
            agents.filter(
              (candidate) => candidate.departmentIds.includes(one.departmentId) && roomOf(candidate) > 0,
            ),
          ).toEqual([]);
        }
      }),
    );
  });
});
