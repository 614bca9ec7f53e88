import type { MediaId } from '@trunkline/contract';

/** The weight of a call: it fills an agent's capacity. */
export const FULL_CAPACITY = 'fills';
export type ConversationWeight = number | typeof FULL_CAPACITY;

/** A required skill and its minimum level, from 1 to 5. */
export type RequiredSkill = { skillId: number; least: number };

export type RoutingCandidate = {
  id: number;
  departmentIds: readonly number[];
  /** The media that they take now. */
  mediaIds: ReadonlySet<MediaId>;
  skills: ReadonlyMap<number, number>;
  idleSince: number;
  /** The weight of their conversations and offers, and its maximum. */
  load: number;
  capacity: number;
  /** They are in a call or being rung, so they get nothing else. */
  isFilled: boolean;
};

/** What an agent must have to be offered a conversation. */
export type CandidateQuery = {
  departmentId: number;
  mediaId: MediaId;
  weight: ConversationWeight;
  needs: readonly RequiredSkill[];
  passedOver: readonly number[];
};

type Person = RoutingCandidate & {
  /** Got an offer in this pass, so agents without one come first. */
  isServed: boolean;
  /** May still get a call, however many messages they have. */
  takesFilling: boolean;
};
type Line = {
  /** `idle`: agents without an offer in this pass, longest idle first; those before the index `from` have got one. */
  idle: Person[];
  from: number;
  served: Person[];
};

/** The agents who may be offered something, by department and idle time; for one routing pass. */
export type CandidatePool = {
  /** Whether anybody can be given anything more. */
  hasRoom(): boolean;
  /** Whether this agent can be offered it. */
  fits(userId: number, wish: CandidateQuery): boolean;
  /**
   * The agent of the department who has been idle longest and can be offered it; for a call, agents without any conversation come
   * first.
   */
  longestIdle(wish: CandidateQuery): number | undefined;
  /** Notes an offer to this agent: it takes up capacity, and everybody else counts as idle for longer. */
  noteOffer(userId: number, weight: ConversationWeight): void;
};

/** Agents are sorted once per pass, so finding one mostly looks at the first of one department only. */
export function createCandidatePool(
  candidates: readonly RoutingCandidate[],
  weightOf: (mediaId: MediaId) => ConversationWeight,
): CandidatePool {
  const people = new Map<number, Person>();
  const lines = new Map<number, Line>();
  for (const candidate of candidates.toSorted(byIdleTime)) {
    const takesFilling = [...candidate.mediaIds].some((mediaId) => weightOf(mediaId) === FULL_CAPACITY);
    const person = { ...candidate, isServed: false, takesFilling };
    if (hasNoRoom(person)) continue;
    people.set(person.id, person);
    for (const id of new Set(person.departmentIds)) lineOf(lines, id).idle.push(person);
  }
  let open = people.size;
  /** Queries that no agent of a department can meet; remembered, since capacity only shrinks during a pass. */
  const hopeless = new Set<string>();

  return {
    hasRoom: () => open > 0,

    fits(userId, wish) {
      const person = people.get(userId);
      return person !== undefined && isFresh(person, wish) && canTake(person, wish);
    },

    longestIdle(wish) {
      const line = lines.get(wish.departmentId);
      const key = keyOf(wish);
      if (!line || hopeless.has(key)) return undefined;
      const found =
        wish.weight === FULL_CAPACITY
          ? (firstIn(line, wish, true) ?? firstIn(line, wish, false))
          : firstIn(line, wish, false);
      // Not remembered if agents who declined this conversation were passed over, because they can take others.
      if (!found && wish.passedOver.length === 0) hopeless.add(key);
      return found?.id;
    },

    noteOffer(userId, weight) {
      const person = people.get(userId);
      if (!person) return;
      if (weight === FULL_CAPACITY) person.isFilled = true;
      else person.load += weight;
      if (hasNoRoom(person)) {
        people.delete(userId);
        open -= 1;
      }
      if (person.isServed) return;
      person.isServed = true;
      for (const id of new Set(person.departmentIds)) lines.get(id)?.served.push(person);
    },
  };
}

function firstIn(line: Line, wish: CandidateQuery, isEmptyHanded: boolean): Person | undefined {
  const may = (person: Person): boolean =>
    (!isEmptyHanded || person.load === 0) && isFresh(person, wish) && canTake(person, wish);
  while (line.idle[line.from]?.isServed) line.from += 1;
  for (let at = line.from; at < line.idle.length; at += 1) {
    const person = line.idle[at];
    if (person && !person.isServed && may(person)) return person;
  }
  return leastLoaded(line.served, may);
}

function leastLoaded(people: readonly Person[], may: (person: Person) => boolean): Person | undefined {
  let best: Person | undefined;
  for (const person of people) {
    const isBetter = !best || person.load < best.load || (person.load === best.load && person.id < best.id);
    if (isBetter && may(person)) best = person;
  }
  return best;
}

function lineOf(lines: Map<number, Line>, departmentId: number): Line {
  const line = lines.get(departmentId) ?? { idle: [], from: 0, served: [] };
  lines.set(departmentId, line);
  return line;
}

const byIdleTime = (a: RoutingCandidate, b: RoutingCandidate): number =>
  a.idleSince - b.idleSince || a.load - b.load || a.id - b.id;

const hasNoRoom = ({ isFilled, load, capacity, mediaIds, takesFilling }: Person): boolean =>
  isFilled || mediaIds.size === 0 || (load >= capacity && !takesFilling);

const isFresh = ({ id }: Person, { passedOver }: CandidateQuery): boolean => !passedOver.includes(id);

function canTake(person: Person, { departmentId, mediaId, weight, needs }: CandidateQuery): boolean {
  return (
    person.mediaIds.has(mediaId) &&
    hasRoomFor(person, weight) &&
    hasSkills(person, needs) &&
    person.departmentIds.includes(departmentId)
  );
}

/**
 * A call may be offered to an agent with messages, which wait meanwhile. An agent with nothing takes any message, however
 * heavy.
 */
function hasRoomFor({ isFilled, load, capacity }: Person, weight: ConversationWeight): boolean {
  if (isFilled) return false;
  if (weight === FULL_CAPACITY) return true;
  return load === 0 ? capacity > 0 : load + weight <= capacity;
}

const hasSkills = ({ skills }: Person, needs: readonly RequiredSkill[]): boolean =>
  needs.every(({ skillId, least }) => (skills.get(skillId) ?? 0) >= least);

const keyOf = ({ departmentId, mediaId, needs }: CandidateQuery): string =>
  `${departmentId} ${mediaId} ${needs.map(({ skillId, least }) => `${skillId}:${least}`).join(' ')}`;
