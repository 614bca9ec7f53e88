import { z } from 'zod';

export const CHANNELS = [
  'whatsapp',
  'sms',
  /** Text messages by an operator's message centre (SMPP). */
  'operator',
  'messenger',
  'instagram',
  'livechat',
  'email',
  'form',
] as const;
export type SimulatedChannel = (typeof CHANNELS)[number];
export type Language = 'en' | 'id';

/** JSON has no comments, so each part may have a text that explains it. */
const comment = z.string().optional();
const share = z.number().min(0).max(1);
const weight = z.number().min(0).max(1000);
const range = (most: number) =>
  z
    .strictObject({ from: z.number().min(0).max(most), to: z.number().min(0).max(most) })
    .refine(({ from, to }) => from <= to, { message: '"from" is more than "to"' });
const weights = <T extends string>(all: Record<T, number>): boolean =>
  Object.values<number>(all).some((one) => one > 0);
const NONE = { message: 'All of them weigh nothing' };
const channels = z
  .strictObject({
    comment,
    whatsapp: weight.default(0),
    sms: weight.default(0),
    operator: weight.default(0),
    messenger: weight.default(0),
    instagram: weight.default(0),
    livechat: weight.default(0),
    email: weight.default(0),
    form: weight.default(0),
  })
  .transform(({ comment: _comment, ...all }): Record<SimulatedChannel, number> => all)
  .refine(weights, NONE);
const languages = z
  .strictObject({ comment, en: weight.default(0), id: weight.default(0) })
  .transform(({ comment: _comment, ...all }): Record<Language, number> => all)
  .refine(weights, NONE);

const count = z.number().min(0.1).max(100_000);
/** The defaults are the limits that providers document; an operator's are in the contract with it. */
const limits = z
  .strictObject({
    comment,
    whatsapp: z
      .strictObject({
        messages_a_second: count.default(80),
        pair_burst: count.default(45),
        pair_seconds: count.default(6),
      })
      .prefault({}),
    pages: z
      .strictObject({
        texts_a_second: count.default(300),
        files_a_second: count.default(10),
        calls_a_day_each: count.default(200),
      })
      .prefault({}),
    sms: z
      .strictObject({
        requests_at_once: count.default(100),
        segments_a_second: count.default(10),
        queue_hours: count.default(10),
      })
      .prefault({}),
    operator: z.strictObject({ messages_a_second: count.default(20) }).prefault({}),
  })
  .prefault({});

const scenario = z.strictObject({
  comment,
  /** The same seed gives the same customers with the same first messages. */
  seed: z
    .union([z.string().min(1).max(100), z.number()])
    .transform(String)
    .default('1'),
  /** How many new customers write in a minute, on average. */
  arrivals_a_minute: z.number().min(0).max(600),
  /** The highest number of customers in a conversation at the same time; further ones do not come. */
  at_once: z.number().int().min(1).max(2000),
  channels,
  languages,
  /** How long a customer waits for a reply before they ask again. */
  patience_seconds: range(3600),
  /** How long a customer takes to write an answer. */
  thinking_seconds: range(600),
  /** How many further questions a customer has after the first one. */
  questions: range(5),
  /** The chances of behaviour other than writing plain messages. */
  chances: z
    .strictObject({
      comment,
      photo: share.default(0),
      place: share.default(0),
      contact: share.default(0),
      sticker: share.default(0),
      voice: share.default(0),
      story_mention: share.default(0),
      /** A message type that the desk does not know. */
      odd: share.default(0),
      /** The customer comes by an advertisement. */
      referral: share.default(0),
      /** The customer's answer quotes the company's message. */
      quotes: share.default(0),
      /** The customer edits or deletes a sent message. */
      edits: share.default(0),
      takes_back: share.default(0),
      /** A reaction is removed again. */
      takes_reaction_back: share.default(0),
      /** A reaction instead of thanks in words. */
      reaction: share.default(0),
      /** A customer without a reply writes again on another channel, with the same telephone number. */
      changes_channel: share.default(0),
    })
    .prefault({}),
  /** The behaviour of simulated agents. */
  agents: z
    .strictObject({
      comment,
      /** How long they take to accept an offer, and to write a reply. */
      take_seconds: range(20).default({ from: 3, to: 12 }),
      answer_seconds: range(600).default({ from: 10, to: 50 }),
      /** After how many replies they solve a ticket. */
      answers: range(10).default({ from: 1, to: 3 }),
      /** How long they work until a break, and how long it lasts. */
      work_minutes: range(480).default({ from: 6, to: 25 }),
      break_minutes: range(120).default({ from: 1, to: 5 }),
    })
    .prefault({}),
  /** The share of deliveries that the network between provider and desk repeats or delays. */
  network: z.strictObject({ comment, repeated: share.default(0), late: share.default(0) }).prefault({}),
  /** The providers' rate limits. */
  limits,
  /** How often a provider fails, per minute. */
  provider_faults_a_minute: z.number().min(0).max(60).default(0),
});
export type Scenario = z.infer<typeof scenario>;

/** Parses a scenario file. Errors say in words what is wrong, and where. */
export function readScenario(text: string): Scenario {
  const read = scenario.safeParse(parse(text));
  if (read.success) return read.data;
  throw new Error(`The scenario is not as it should be:\n${z.prettifyError(read.error)}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The scenario is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
