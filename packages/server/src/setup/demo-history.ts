import { Media, type Language, type MediaId, type TicketStatus } from '@trunkline/contract';
import type { DemoTurn } from './demo-scenario-types.ts';
import { CITIES, personNumber, PRODUCTS, SCENARIOS } from './demo-scenarios.ts';
import type { Random } from './random.ts';

/** A past ticket before it is inserted. */
export type PastTicket = {
  person: number;
  language: Language;
  subject: string;
  category: string;
  subcategory: string;
  type: string;
  tags: readonly string[];
  status: TicketStatus;
  mediaId: MediaId;
  department: number;
  priority: number;
  hasAgent: boolean;
  createdAt: Date;
  messages: { kind: 'inbound' | 'outbound' | 'note'; body: string; at: Date }[];
};

export type DemoAgent = { id: number; fullname: string; departments: readonly number[] };

/** A past ticket with its agent, customer and ids. */
export type DemoCase = {
  past: PastTicket;
  agent: DemoAgent | undefined;
  customerId: number;
  name: string;
  ticketId: number;
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Longer ago than this, so that everything that follows the last message, such as solving the ticket, is in the past too. */
const OVER_MS = 5 * MINUTE;
const DEPARTMENT_OF: Record<string, number> = { Payment: 1, Product: 2, Account: 2 };
const KINDS = { c: 'inbound', a: 'outbound', n: 'note' } as const;

/** Makes a believable ticket that began `age` days (0 to 90) before now. */
export function pastTicket(
  random: Random,
  { person, language, now, age }: { person: number; language: Language; now: Date; age: number },
): PastTicket {
  const { turns, subject, ...scenario } = random.pick(SCENARIOS[language]);
  const createdAt = randomMomentOf(random, now, age);
  const status = statusFor(random, age);
  const isCall = random.chance(0.2);
  const values = {
    order: `KN-${24_000 + random.below(6000)}`,
    product: random.pick(PRODUCTS),
    city: random.pick(CITIES),
    customer: personNumber(person).name.split(' ')[0] ?? '',
  };
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key as keyof typeof values]);
  const told = status === 'open' ? turns.slice(0, 1 + random.below(Math.max(1, turns.length - 2))) : turns;
  return {
    ...scenario,
    person,
    language,
    status,
    createdAt,
    subject: fill(subject),
    mediaId: isCall ? Media.voiceCall : Media.liveChat,
    department: DEPARTMENT_OF[scenario.category] ?? 0,
    priority: random.weighted([0.05, 0.15, 0.65, 0.15]),
    hasAgent: status !== 'open' || told.length > 1 || random.chance(0.5),
    messages: isCall
      ? callNotes(told, createdAt, fill)
      : spreadOverDays(random, told, { from: createdAt, fill, until: new Date(now.getTime() - OVER_MS) }),
  };
}

/** How many times slower than in a chat both sides write. */
const SLOWNESS: Partial<Record<MediaId, number>> = {
  [Media.email]: 25,
  [Media.whatsapp]: 4,
  [Media.sms]: 6,
  [Media.facebook]: 8,
  [Media.instagram]: 10,
};

/** The same ticket on a channel on which customers do not wait for an answer on the screen; it ended long ago. */
export function asWrittenChannelTicket(past: PastTicket, mediaId: MediaId): PastTicket {
  const slowness = SLOWNESS[mediaId] ?? 1;
  const begin = past.createdAt.getTime();
  const later = ({ at }: { at: Date }) => new Date(begin + (at.getTime() - begin) * slowness);
  return {
    ...past,
    mediaId,
    status: 'closed',
    hasAgent: true,
    messages: past.messages.map((message) => ({ ...message, at: later(message) })),
  };
}

function statusFor(random: Random, age: number): TicketStatus {
  if (age > 14) return random.chance(0.85) ? 'closed' : 'solved';
  if (age > 3) return random.chance(0.8) ? 'solved' : random.pick(['pending', 'on_hold', 'open']);
  return random.pick(['open', 'open', 'open', 'pending', 'on_hold', 'solved', 'solved']);
}

/** A random moment of that day, mostly by day, when most people write. */
function randomMomentOf(random: Random, now: Date, age: number): Date {
  const day = new Date(now.getTime() - age * DAY);
  day.setUTCHours(1 + random.below(13), random.below(60), random.below(60), 0);
  const latest = now.getTime() - 2 * OVER_MS;
  return day.getTime() < latest ? day : new Date(latest - random.below(180) * MINUTE);
}

function spreadOverDays(
  random: Random,
  turns: readonly DemoTurn[],
  { from, until, fill }: { from: Date; until: Date; fill: (text: string) => string },
): PastTicket['messages'] {
  let at = from.getTime();
  return turns.map(([who, text], index) => {
    if (index > 0) at += (30 + random.below(who === 'a' ? 240 : 400)) * 1000;
    return {
      kind: KINDS[who],
      body: fill(text),
      at: new Date(Math.min(at, until.getTime() - (turns.length - index) * 1000)),
    };
  });
}

/** A call only leaves the agent's note. */
function callNotes(
  turns: readonly DemoTurn[],
  at: Date,
  fill: (text: string) => string,
): PastTicket['messages'] {
  const said = turns.filter(([who]) => who === 'c').map(([, text]) => fill(text));
  return [{ kind: 'note', body: said.join(' '), at: new Date(at.getTime() + 4 * MINUTE) }];
}

export const isDone = ({ status }: PastTicket): boolean => status === 'solved' || status === 'closed';
export const endOfPastTicket = ({ messages, createdAt }: PastTicket): Date =>
  messages.at(-1)?.at ?? createdAt;
/** How long a customer waits until an agent takes the chat. */
export const TAKEN_AFTER_MS = 20_000;
export const solvedAt = (past: PastTicket): Date => new Date(endOfPastTicket(past).getTime() + 3 * MINUTE);
/** When the chat ended: when it was solved, or when its customer left. */
export const chatEndedAt = (past: PastTicket): Date =>
  isDone(past)
    ? solvedAt(past)
    : new Date(Math.max(endOfPastTicket(past).getTime(), past.createdAt.getTime() + TAKEN_AFTER_MS));
