import type { Answer } from './custom-fields.ts';
import {
  isRelativeMoment,
  resolveMoment,
  type ConditionOperator,
  type ConditionValue,
} from '../tickets/ticket-conditions.ts';

type AnswerCondition = { op: ConditionOperator; value?: ConditionValue | undefined };

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** Whether the answer to a custom field meets a condition: the same rule as the server's SQL, for a single answer. */
export function answerMatches(
  answer: Answer | undefined,
  { op, value }: AnswerCondition,
  now: number,
): boolean {
  if (op === 'is_empty') return answer === undefined;
  if (op === 'is_set') return answer !== undefined;
  if (value === undefined) return false;
  // An unset checkbox has no answer.
  if (value === false) return (answer === undefined) === (op === 'is');
  if (op === 'is' || op === 'is_not') return isOneOf(answer, value) === (op === 'is');
  return answer !== undefined && isCompared(answer, { op, value }, now);
}

function isCompared(answer: Answer, { op, value }: Required<AnswerCondition>, now: number): boolean {
  if (value === undefined) return false;
  if (op === 'contains') return String(answer).toLowerCase().includes(String(value).toLowerCase());
  return typeof answer === 'number'
    ? inNumbers(answer, op, value)
    : inTime(String(answer), { op, value }, now);
}

const listOf = (value: ConditionValue) => (Array.isArray(value) ? value : [value]);

function isOneOf(answer: Answer | undefined, value: ConditionValue): boolean {
  const held = answer === undefined ? [] : [answer].flat();
  const wanted = listOf(value).map((one) => String(one).toLowerCase());
  return held.some((one) => wanted.includes(String(one).toLowerCase()));
}

function inNumbers(answer: number, op: ConditionOperator, value: ConditionValue): boolean {
  const [from = Number.NaN, to = Number.NaN] = listOf(value).map(Number);
  if (op === 'less') return answer < from;
  if (op === 'more') return answer > from;
  return op === 'between' && answer >= from && answer <= to;
}

function inTime(answer: string, { op, value }: Required<AnswerCondition>, now: number): boolean {
  const isDay = DAY.test(answer);
  const [from = '', to = ''] = listOf(value ?? '').map((one) => answerMoment(String(one), isDay, now));
  const at = Date.parse(answer);
  if (op === 'before') return at < Date.parse(from);
  if (op === 'after') return at >= endOf(from);
  return op === 'between' && at >= Date.parse(from) && at < endOf(to);
}

/** A relative moment (such as `-7d`) in the form of an answer; for a date only its day. */
export function answerMoment(text: string, isDay: boolean, now: number): string {
  if (!isRelativeMoment(text)) return text;
  const moment = resolveMoment(text, now);
  return isDay ? moment.slice(0, 10) : moment;
}

/** The end of a day or moment, in milliseconds. */
const endOf = (text: string) => Date.parse(text) + (DAY.test(text) ? DAY_MS : 1);
