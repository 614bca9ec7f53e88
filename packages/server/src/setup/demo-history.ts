import { Media, type Language, type MediaId, type TicketStatus } from '@trunkline/contract';
import type { DemoTurn } from './demo-scenario-types.ts';
import { CITIES, personNumber, PRODUCTS, SCENARIOS } from './demo-scenarios.ts';
import type { Random } from './random.ts';

/** One past case, with times, before anything of it is in the database. */
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

/** A past case with who it belongs to. */
export type DemoCase = {
  past: PastTicket;
  agent: DemoAgent | undefined;
  customerId: number;
  name: string;
  ticketId: number;
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** What was said last is so long ago, so that what follows from it, such as solving the ticket, is over as well. */
const OVER_MS = 5 * MINUTE;
const DEPARTMENT_OF: Record<string, number> = { Payment: 1, Product: 2, Account: 2 };
const KINDS = { c: 'inbound', a: 'outbound', n: 'note' } as const;

/** A believable case that began `age` days (0 to 90) before now. */
export function pastTicket(
  random: Random,
  { person, language, now, age }: { person: number; language: Language; now: Date; age: number },
): PastTicket {
  const { turns, subject, ...scenario } = random.pick(SCENARIOS[language]);
  const createdAt = momentOf(random, now, age);
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
      : spread(random, told, { from: createdAt, fill, until: new Date(now.getTime() - OVER_MS) }),
  };
}

/** By how much slower than a chat both sides write. */
const SLOWNESS: Partial<Record<MediaId, number>> = {
  [Media.email]: 25,
  [Media.whatsapp]: 4,
  [Media.sms]: 6,
  [Media.facebook]: 8,
  [Media.instagram]: 10,
};

/** The same case in writing, on a channel where nobody waits in front of the screen. It is long over. */
export function inWriting(past: PastTicket, mediaId: MediaId): PastTicket {
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

/** Most people write during the day. */
function momentOf(random: Random, now: Date, age: number): Date {
  const day = new Date(now.getTime() - age * DAY);
  day.setUTCHours(1 + random.below(13), random.below(60), random.below(60), 0);
  const latest = now.getTime() - 2 * OVER_MS;
  return day.getTime() < latest ? day : new Date(latest - random.below(180) * MINUTE);
}

function spread(
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

/** A call leaves the agent's note of it. */
function callNotes(
  turns: readonly DemoTurn[],
  at: Date,
  fill: (text: string) => string,
): PastTicket['messages'] {
  const said = turns.filter(([who]) => who === 'c').map(([, text]) => fill(text));
  return [{ kind: 'note', body: said.join(' '), at: new Date(at.getTime() + 4 * MINUTE) }];
}

export const isDone = ({ status }: PastTicket): boolean => status === 'solved' || status === 'closed';
export const endOf = ({ messages, createdAt }: PastTicket): Date => messages.at(-1)?.at ?? createdAt;
/** How long a customer waits until somebody takes the chat. */
export const TAKEN_AFTER_MS = 20_000;
export const solvedAt = (past: PastTicket): Date => new Date(endOf(past).getTime() + 3 * MINUTE);
/** A chat ends when it is solved, or else when its customer goes. */
export const chatEndedAt = (past: PastTicket): Date =>
  isDone(past)
    ? solvedAt(past)
    : new Date(Math.max(endOf(past).getTime(), past.createdAt.getTime() + TAKEN_AFTER_MS));
