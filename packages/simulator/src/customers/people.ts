import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { CHANNELS, type SimulatedChannel, type Language, type Scenario } from '../world/scenario.ts';
import type { CustomerMessageKind } from '../lines/line.ts';
import type { CustomerTopic } from './topic-types.ts';
import { WORDS } from './topics.ts';

export const SPECIAL_BEHAVIOURS = [
  'voice',
  'story_mention',
  'odd',
  'referral',
  'quotes',
  'edits',
  'takes_back',
  'takes_reaction_back',
] as const;
export type CustomerHabit = (typeof SPECIAL_BEHAVIOURS)[number];

/** A simulated customer, with everything that they will do unless the desk's behaviour changes it. */
export type SimulatedCustomer = {
  name: string;
  language: Language;
  /** Telephone number with the country code, without the plus. */
  number: string;
  /** The customer's id on Messenger and Instagram. */
  pageId: string;
  channel: SimulatedChannel;
  /** The channel on which they write again when nobody answers; undefined: they give up instead. */
  otherChannel: SimulatedChannel | undefined;
  question: string;
  /** Further questions, which they ask in this order after each reply. */
  more: string[];
  shows: Exclude<CustomerMessageKind, 'text'> | undefined;
  /** Behaviour besides writing plain messages. */
  habits: readonly CustomerHabit[];
  likesToReact: boolean;
  patienceMs: number;
};

/**
 * Returns the next customer. All random choices are made at once, so that the desk's behaviour does not change which customers
 * come next.
 */
export function nextPerson(dice: SeededRandom, scenario: Scenario): SimulatedCustomer {
  const language = dice.weighted(scenario.languages) ?? 'en';
  const { topics, names } = WORDS[language];
  const topic = dice.pick(topics);
  const channel = dice.weighted(scenario.channels) ?? 'whatsapp';
  const others = CHANNELS.filter((one) => one !== channel && scenario.channels[one] > 0);
  const changes = dice.chance(scenario.chances.changes_channel);
  const name = `${dice.pick(names.first)} ${dice.pick(names.last)}`;
  const number = `62811${dice.digits(8)}`;
  return {
    name,
    language,
    number,
    pageId: `24${dice.digits(14)}`,
    channel,
    otherChannel: changes && others.length > 0 ? dice.pick(others) : undefined,
    question: dice.pick(topic.opening),
    more: topic.more.slice(0, dice.whole(scenario.questions)),
    shows: showOf(dice, scenario, topic),
    likesToReact: dice.chance(scenario.chances.reaction),
    patienceMs: dice.between(scenario.patience_seconds) * 1000,
    habits: habitsOf(number, scenario),
  };
}

/** Uses a random generator of its own, so that other habits in a scenario do not change the customers and their texts. */
function habitsOf(number: string, { chances }: Scenario): CustomerHabit[] {
  const dice = createSeededRandom(`habits of ${number}`);
  return SPECIAL_BEHAVIOURS.filter((habit) => dice.chance(chances[habit]));
}

/** Returns what the customer shows: mostly what belongs to the topic, now and then something else. */
function showOf(
  dice: SeededRandom,
  { chances }: Scenario,
  { shows }: CustomerTopic,
): SimulatedCustomer['shows'] {
  const goesAlong = dice.chance(chances[shows]);
  const odd = (['photo', 'place', 'contact', 'sticker'] as const).find((kind) =>
    dice.chance(chances[kind] / 4),
  );
  return goesAlong ? shows : odd;
}
