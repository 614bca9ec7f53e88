import {
  LANGUAGES,
  type AutoReplies,
  type AutoReplyKind,
  type AutoReplyValues,
  type Language,
} from '@trunkline/contract';

type Situation = {
  isNewCase: boolean;
  isOpen: boolean;
  isHoliday: boolean;
  /** Whether an agent has the conversation: then office hours do not matter. */
  isAttended: boolean;
};

/** Which automatic reply a customer's message gets at once; null for none. Pure. */
export function greetingFor(
  replies: Pick<AutoReplies, 'welcome' | 'out_of_hours' | 'holiday'>,
  { isNewCase, isOpen, isHoliday, isAttended }: Situation,
): AutoReplyKind | null {
  if (!isOpen && !isAttended) {
    if (isHoliday && replies.holiday.is_on) return 'holiday';
    if (replies.out_of_hours.is_on) return 'out_of_hours';
  }
  return isNewCase && replies.welcome.is_on ? 'welcome' : null;
}

/** The language of a reply: the first of `wanted` that has a text, else any that has one. Pure. */
export function languageOf(
  texts: Readonly<Record<Language, string>>,
  wanted: readonly Language[],
): Language | undefined {
  return [...wanted, ...LANGUAGES].find((language) => texts[language].trim() !== '');
}

const NAME_LENGTH = 40;

/** The first name for greetings; empty where the name is a number or an address. Pure. */
export function firstNameOf(name: string): NonNullable<AutoReplyValues['customer.first_name']> {
  const first = name.trim().split(/\s+/)[0] ?? '';
  const isName = /\p{L}/u.test(first) && !/[@/:{}\d]|\p{L}\.\p{L}/u.test(first);
  return isName ? [...first].slice(0, NAME_LENGTH).join('') : '';
}
