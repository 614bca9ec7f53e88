/** Choices below a reply, which the customer presses instead of typing: max. number, and max. length of each. */
export type ChoiceLimits = {
  most: number;
  /** Up to this number they are shown as buttons, which must be shorter; null: no difference. */
  buttons: number | null;
  buttonLength: number;
  length: number;
};

/** The highest limits of all channels. */
export const CHOICES_MAX = 13;
export const CHOICE_LENGTH_MAX = 40;

/** The max. length of each choice, if there are `count` of them. */
export const maxChoiceLength = ({ buttons, buttonLength, length }: ChoiceLimits, count: number): number =>
  buttons !== null && count <= buttons ? buttonLength : length;

export type ChoiceFault = { code: 'too_many' | 'too_long' | 'twice'; choice: string; most: number };

/** What is wrong with these choices on a channel with these limits; undefined if nothing is. */
export function choiceFaultOf(limits: ChoiceLimits, choices: readonly string[]): ChoiceFault | undefined {
  const { most } = limits;
  if (choices.length > most) return { code: 'too_many', choice: '', most };
  const twice = choices.find((one, at) => choices.indexOf(one) < at);
  if (twice !== undefined) return { code: 'twice', choice: twice, most };
  const length = maxChoiceLength(limits, choices.length);
  const long = choices.find((one) => one.length > length);
  return long === undefined ? undefined : { code: 'too_long', choice: long, most: length };
}

/** The text with its choices as numbered lines, for channels without buttons. */
export const numberedChoicesText = (text: string, choices: readonly string[]): string =>
  [text, ...choices.map((one, at) => `${at + 1}. ${one}`)].join('\n');
