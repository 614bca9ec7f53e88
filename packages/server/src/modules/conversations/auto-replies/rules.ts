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
  /** Whoever has the conversation is there, whatever the hours. */
  isAttended: boolean;
};

/** What a message of a customer is answered with at once; one thing at most. Pure. */
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

/** In which language a reply is given: the customer's, or the workspace's, or another in which there is one. Pure. */
export function languageOf(
  texts: Readonly<Record<Language, string>>,
  wanted: readonly Language[],
): Language | undefined {
  return [...wanted, ...LANGUAGES].find((language) => texts[language].trim() !== '');
}

const NAME_LENGTH = 40;

/** How somebody is called; empty where all we know is a number or an address, which is nobody's name. Pure. */
export function firstNameOf(name: string): NonNullable<AutoReplyValues['customer.first_name']> {
  const first = name.trim().split(/\s+/)[0] ?? '';
  const isName = /\p{L}/u.test(first) && !/[@/:{}\d]|\p{L}\.\p{L}/u.test(first);
  return isName ? [...first].slice(0, NAME_LENGTH).join('') : '';
}
