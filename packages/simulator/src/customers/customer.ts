import type { SeededRandom, NumberRange } from './seeded-random.ts';
import type { CustomerHabit, SimulatedCustomer } from './people.ts';
import type { CustomerMessage } from '../lines/line.ts';
import { CHANNEL_NAMES, WORDS } from './topics.ts';

/** The state of a customer's conversation; each state has only the fields that it needs. */
export type CustomerState =
  | { is: 'waiting'; asked: number; nudges: number }
  | { is: 'writing'; asked: number }
  /** The customer gave up; a later reply is still thanked for. */
  | { is: 'away' }
  | { is: 'gone' };

export type CustomerEvent = 'answered' | 'silence' | 'written';

export type CustomerAction =
  /** `isAnswer`: the message quotes the company's last one. */
  | { do: 'say'; said: CustomerMessage; afterMs: number; isAnswer?: boolean }
  /** Edits a sent message, or deletes it. */
  | { do: 'edit'; of: string; text: string; afterMs: number }
  | { do: 'take back'; of: string; afterMs: number }
  | { do: 'read'; afterMs: number }
  | { do: 'react'; emoji: string; afterMs: number }
  /** `happening` occurs after `afterMs` unless another event comes first. */
  | { do: 'expect'; happening: 'silence' | 'written'; afterMs: number }
  /** Writes again on the customer's other channel. */
  | { do: 'move' };

type Step = { mood: CustomerState; acts: CustomerAction[] };
export type CustomerTraits = { person: SimulatedCustomer; dice: SeededRandom; thinking: NumberRange };

const SOON: NumberRange = { from: 2000, to: 9000 };
/** How long a customer looks at what they have sent before they take it back. */
const REGRET_MS = 4000;

const alone =
  (kind: CustomerMessage['kind']) =>
  (_person: SimulatedCustomer, afterMs: number): CustomerAction[] => [
    { do: 'say', said: { kind, text: '' }, afterMs },
  ];

/** What customers with these habits do right after their first message. */
const AT_FIRST: Partial<
  Record<CustomerHabit, (person: SimulatedCustomer, afterMs: number) => CustomerAction[]>
> = {
  voice: alone('voice'),
  story_mention: alone('story_mention'),
  odd: alone('odd'),
  edits({ question, language }, afterMs) {
    const text = `${question} ${WORDS[language].addition}`;
    return [{ do: 'edit', of: question, text, afterMs }];
  },
  takes_back({ language }, afterMs) {
    const { slip } = WORDS[language];
    return [sayAction(slip, afterMs), { do: 'take back', of: slip, afterMs: afterMs + REGRET_MS }];
  },
};

const LOOKS: NumberRange = { from: 800, to: 3500 };
/** How often a customer asks whether anybody is there before giving up. */
const NUDGES = 2;
const NOTHING = (mood: CustomerState): Step => ({ mood, acts: [] });

/** Returns the first actions of a customer. */
export function firstCustomerStep({ person, dice }: CustomerTraits): Step {
  const isReferred = person.habits.includes('referral');
  const first: CustomerAction[] = [
    { ...sayAction(person.question, 0), said: { kind: 'text', text: person.question, isReferred } },
  ];
  if (person.shows) first.push(show(person, dice.between({ from: 1500, to: 5000 })));
  for (const habit of person.habits) first.push(...(AT_FIRST[habit]?.(person, dice.between(SOON)) ?? []));
  return { mood: { is: 'waiting', asked: 0, nudges: 0 }, acts: [...first, expectAnswer(person.patienceMs)] };
}

/** Returns a customer's next state and actions after an event. */
export function nextCustomerStep(mood: CustomerState, happening: CustomerEvent, ways: CustomerTraits): Step {
  if (happening === 'answered') return stepAfterAnswer(mood, ways);
  if (happening === 'silence') return mood.is === 'waiting' ? stepWithoutAnswer(mood, ways) : NOTHING(mood);
  return mood.is === 'writing' ? write(mood.asked, ways) : NOTHING(mood);
}

function stepAfterAnswer(mood: CustomerState, ways: CustomerTraits): Step {
  const { dice, thinking } = ways;
  const looks: CustomerAction = { do: 'read', afterMs: dice.between(LOOKS) };
  // After several replies in a row, each new one restarts this time, so that only the last one is answered.
  const writes = (asked: number): Step => ({
    mood: { is: 'writing', asked },
    acts: [
      looks,
      { do: 'expect', happening: 'written', afterMs: looks.afterMs + dice.between(thinking) * 1000 },
    ],
  });
  if (mood.is === 'waiting' || mood.is === 'writing') return writes(mood.asked);
  // A customer who gave up has no further questions, and only says thanks.
  return mood.is === 'away' ? writes(ways.person.more.length) : { mood, acts: [looks] };
}

function write(asked: number, { person, dice }: CustomerTraits): Step {
  const question = person.more[asked];
  if (question !== undefined)
    return {
      mood: { is: 'waiting', asked: asked + 1, nudges: 0 },
      acts: [
        { ...sayAction(question, 0), isAnswer: person.habits.includes('quotes') },
        expectAnswer(person.patienceMs),
      ],
    };
  const { thanks } = WORDS[person.language];
  const last: CustomerAction = person.likesToReact
    ? { do: 'react', emoji: dice.pick(['👍', '🙏', '❤️']), afterMs: 0 }
    : sayAction(dice.pick(thanks), 0);
  const regrets = person.likesToReact && person.habits.includes('takes_reaction_back');
  return {
    mood: { is: 'gone' },
    acts: regrets ? [last, { do: 'react', emoji: '', afterMs: REGRET_MS }] : [last],
  };
}

function stepWithoutAnswer(
  { asked, nudges }: { asked: number; nudges: number },
  { person, dice }: CustomerTraits,
): Step {
  const { waiting, leaving } = WORDS[person.language];
  if (nudges < NUDGES)
    return {
      mood: { is: 'waiting', asked, nudges: nudges + 1 },
      acts: [sayAction(dice.pick(waiting), 0), expectAnswer(person.patienceMs)],
    };
  if (person.otherChannel) return { mood: { is: 'away' }, acts: [{ do: 'move' }] };
  return { mood: { is: 'away' }, acts: dice.chance(0.5) ? [sayAction(dice.pick(leaving), 0)] : [] };
}

/** Returns the question as it is asked again on another channel. */
export const repeatedQuestionOf = (person: SimulatedCustomer): string =>
  WORDS[person.language].again.replace('{{channel}}', CHANNEL_NAMES[person.channel]) + person.question;

const sayAction = (text: string, afterMs: number): Extract<CustomerAction, { do: 'say' }> => ({
  do: 'say',
  said: { kind: 'text', text },
  afterMs,
});

function show({ shows, language }: SimulatedCustomer, afterMs: number): CustomerAction {
  const kind = shows ?? 'photo';
  return { do: 'say', said: { kind, text: kind === 'photo' ? WORDS[language].photo : '' }, afterMs };
}

const expectAnswer = (patienceMs: number): CustomerAction => ({
  do: 'expect',
  happening: 'silence',
  afterMs: patienceMs,
});
