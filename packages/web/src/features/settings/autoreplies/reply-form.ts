import {
  AUTO_REPLY_KINDS,
  AUTO_REPLY_TIMES,
  AUTO_REPLY_VARIABLES,
  autoReplyProblems,
  momentWords,
  durationWords,
  type AutoReplies,
  type AutoReplyKind,
  type AutoReplyValues,
  type Language,
} from '@trunkline/contract';

export type AutoReplyTimeField = keyof typeof AUTO_REPLY_TIMES;
export type AutoReplyField = `${AutoReplyKind}.text.${Language}` | AutoReplyTimeField;

/** Returns the fields that are not valid. */
export function replyProblems(replies: AutoReplies): ReadonlySet<AutoReplyField> {
  const texts = autoReplyProblems(replies).map(
    ({ path: [kind, , language] }): AutoReplyField => `${kind}.text.${language}`,
  );
  const { busy, idle } = replies;
  const times: [AutoReplyTimeField, number | null][] = [
    ['after_seconds', busy.after_seconds],
    ['after_minutes', idle.after_minutes],
    ['close_after_minutes', idle.close_after_minutes],
  ];
  const impossible = times.flatMap(([name, value]) => (isPossible(name, value) ? [] : [name]));
  return new Set([...texts, ...impossible]);
}

function isPossible(name: AutoReplyTimeField, value: number | null): boolean {
  const { min, max } = AUTO_REPLY_TIMES[name];
  return value === null || (Number.isInteger(value) && value >= min && value <= max);
}

/** Returns the unknown variables in the text of one kind and language. */
export const unknownVariablesIn = (replies: AutoReplies, kind: AutoReplyKind, language: Language): string[] =>
  autoReplyProblems(replies).find(({ path }) => path[0] === kind && path[2] === language)?.unknown ?? [];

export const enabledKinds = (replies: AutoReplies): AutoReplyKind[] =>
  AUTO_REPLY_KINDS.filter((kind) => replies[kind].is_on);

const DAY_MS = 86_400_000;
const NINE_MS = 9 * 3_600_000;

type VariableValues = { name: string; department: string; now: number };
type Part = { kind: AutoReplyKind; language: Language };

/** Returns sample values for the variables of a kind: example names and numbers, and the times as they are set. */
export function sampleValues(
  replies: AutoReplies,
  { kind, language }: Part,
  { name, department, now }: VariableValues,
): AutoReplyValues {
  const tomorrow = new Date(Math.floor(now / DAY_MS) * DAY_MS + DAY_MS + NINE_MS);
  const { close_after_minutes: minutes } = replies.idle;
  const all: AutoReplyValues = {
    'customer.first_name': name,
    'ticket.number': '100042',
    department,
    opens_at: momentWords(tomorrow, 'UTC', language),
    position: '3',
    expected_wait: durationWords(300, language),
    ...(minutes !== null && Number.isFinite(minutes) && { closes_in: durationWords(minutes * 60, language) }),
  };
  const own: readonly string[] = AUTO_REPLY_VARIABLES[kind];
  return Object.fromEntries(Object.entries(all).filter(([variable]) => own.includes(variable)));
}
