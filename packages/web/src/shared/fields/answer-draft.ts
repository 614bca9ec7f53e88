import {
  isSameAnswer,
  missingFields,
  readAnswer,
  readNumber,
  type Answer,
  type AnswerChanges,
  type AnswerProblem,
  type Answers,
  type CustomField,
  type ReadAnswer,
  writeNumber,
} from '@trunkline/contract';
import { languageStore } from '../lib/language.ts';
import { fromZoned, toZoned } from './zoned-time.ts';

/** What stands in the form for an answer: text as it is typed, a tick, or what is chosen. */
export type AnswerDraft = string | boolean | string[];
/** By the id of the field; those that nobody touched are not there. */
export type AnswerDrafts = Readonly<Record<string, AnswerDraft>>;
export type AnswerProblems = Readonly<Record<string, AnswerProblem>>;

type Field = Pick<CustomField, 'id' | 'kind' | 'options'>;

/** The answer as a form shows it. */
export function draftOf({ kind }: Pick<CustomField, 'kind'>, answer: Answer | undefined): AnswerDraft {
  if (kind === 'check') return answer === true;
  if (kind === 'choices') return Array.isArray(answer) ? answer : [];
  if (answer === undefined) return '';
  if (typeof answer === 'number') return writeNumber(answer, languageStore.get());
  return kind === 'date_time' ? toZoned(String(answer)) : String(answer);
}

/** What was typed as the server keeps it, or what is wrong with it. */
export function readDraft(field: Field, draft: AnswerDraft, before?: Answer): ReadAnswer {
  // A moment is shown to the minute: one that nobody touched keeps its seconds.
  if (before !== undefined && isSameAnswer(draft, draftOf(field, before))) return { answer: before };
  return readAnswer(field, givenOf(field, draft), before);
}

function givenOf({ kind }: Field, draft: AnswerDraft): unknown {
  if (typeof draft !== 'string' || draft.trim() === '') return draft;
  // What is no number stays text, which is no answer.
  if (kind === 'number') return readNumber(draft, languageStore.get()) ?? draft;
  return kind === 'date_time' ? (fromZoned(draft) ?? draft) : draft;
}

type Reading = {
  fields: readonly (Field & Pick<CustomField, 'required' | 'is_active'>)[];
  drafts: AnswerDrafts;
  before: Answers;
  /** Up to when it has to be complete; without it what is missing is no problem. */
  when?: 'create' | 'solve';
};

/** What a form changes, and what is wrong with it; of these fields only. */
export function readDrafts({ fields, drafts, before, when }: Reading): {
  changes: AnswerChanges;
  problems: AnswerProblems;
} {
  const changes: AnswerChanges = {};
  const problems: Record<string, AnswerProblem> = {};
  for (const field of fields) {
    const draft = drafts[field.id];
    if (draft === undefined) continue;
    const read = readDraft(field, draft, before[field.id]);
    if ('problem' in read) problems[field.id] = read.problem;
    else if (!isSameAnswer(read.answer, before[field.id])) changes[field.id] = read.answer;
  }
  const missing = when ? missingFields(fields, answersAfter(before, changes), when) : [];
  for (const { id } of missing) problems[id] ??= 'required';
  return { changes, problems };
}

function answersAfter(before: Answers, changes: AnswerChanges): Answers {
  const after = Object.entries({ ...before, ...changes }).filter(([, answer]) => answer !== null);
  return Object.fromEntries(after) as Answers;
}
