import { z } from 'zod';

export const CHANNELS = [
  'whatsapp',
  'sms',
  /** Text messages by way of an operator's message centre. */
  'operator',
  'messenger',
  'instagram',
  'livechat',
  'email',
  'form',
] as const;
export type SimulatedChannel = (typeof CHANNELS)[number];
export type Language = 'en' | 'id';

/** JSON has no comments: each part may say in words what it is for. */
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
/** As the providers document them. An operator's is in the contract with it. */
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
  /** The same seed brings the same people with the same first words. */
  seed: z
    .union([z.string().min(1).max(100), z.number()])
    .transform(String)
    .default('1'),
  /** How many new customers write in a minute, on average. */
  arrivals_a_minute: z.number().min(0).max(600),
  /** At most so many are in a conversation at the same time; who comes beyond that stays away. */
  at_once: z.number().int().min(1).max(2000),
  channels,
  languages,
  /** How long a customer waits for an answer before they ask again. */
  patience_seconds: range(3600),
  /** How long they take to write an answer. */
  thinking_seconds: range(600),
  /** How many further questions they have after the first one. */
  questions: range(5),
  /** How likely customers do what is not plain writing. */
  chances: z
    .strictObject({
      comment,
      photo: share.default(0),
      place: share.default(0),
      contact: share.default(0),
      sticker: share.default(0),
      voice: share.default(0),
      story_mention: share.default(0),
      /** Something that is no kind that a desk knows. */
      odd: share.default(0),
      /** They come by an advertisement. */
      referral: share.default(0),
      /** They answer a message of the company's, and not only after it. */
      quotes: share.default(0),
      /** The customer edits or deletes a sent message. */
      edits: share.default(0),
      takes_back: share.default(0),
      /** A reaction is taken back as well. */
      takes_reaction_back: share.default(0),
      /** A reaction instead of words of thanks. */
      reaction: share.default(0),
      /** Who was not answered writes again on another channel, with the same telephone number. */
      changes_channel: share.default(0),
    })
    .prefault({}),
  /** How agents who work by themselves do it. */
  agents: z
    .strictObject({
      comment,
      /** How long until they take what is offered to them, and until they have written an answer. */
      take_seconds: range(20).default({ from: 3, to: 12 }),
      answer_seconds: range(600).default({ from: 10, to: 50 }),
      /** After how many answers they solve a ticket. */
      answers: range(10).default({ from: 1, to: 3 }),
      /** How long they work until a break, and how long that is. */
      work_minutes: range(480).default({ from: 6, to: 25 }),
      break_minutes: range(120).default({ from: 1, to: 5 }),
    })
    .prefault({}),
  /** What the line between the provider and the desk does to deliveries. */
  network: z.strictObject({ comment, repeated: share.default(0), late: share.default(0) }).prefault({}),
  /** How fast providers let the desk go. */
  limits,
  /** How often a provider does not do what it is asked, a minute. */
  provider_faults_a_minute: z.number().min(0).max(60).default(0),
});
export type Scenario = z.infer<typeof scenario>;

/** Reads a scenario file. What is wrong with it is said in words, with where it is. */
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
