/** Choices below an answer, which the customer presses instead of typing: how many, and how long each may be. */
export type ChoiceLimits = {
  most: number;
  /** Up to so many are buttons of their own, which are shorter; null: all are alike. */
  buttons: number | null;
  buttonLength: number;
  length: number;
};

/** The loosest of all channels. */
export const CHOICES_MOST = 13;
export const CHOICE_LENGTH_MOST = 40;

/** How long each may be when there are that many. */
export const choiceLengthOf = ({ buttons, buttonLength, length }: ChoiceLimits, count: number): number =>
  buttons !== null && count <= buttons ? buttonLength : length;

export type ChoiceFault = { code: 'too_many' | 'too_long' | 'twice'; choice: string; most: number };

/** What is wrong with them on a channel with these limits; undefined where nothing is. */
export function choiceFaultOf(limits: ChoiceLimits, choices: readonly string[]): ChoiceFault | undefined {
  const { most } = limits;
  if (choices.length > most) return { code: 'too_many', choice: '', most };
  const twice = choices.find((one, at) => choices.indexOf(one) < at);
  if (twice !== undefined) return { code: 'twice', choice: twice, most };
  const length = choiceLengthOf(limits, choices.length);
  const long = choices.find((one) => one.length > length);
  return long === undefined ? undefined : { code: 'too_long', choice: long, most: length };
}

/** A text with its choices as numbered lines, where the channel has only words. */
export const withNumbers = (text: string, choices: readonly string[]): string =>
  [text, ...choices.map((one, at) => `${at + 1}. ${one}`)].join('\n');
