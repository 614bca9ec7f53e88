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
  type ParsedAnswer,
  writeNumber,
} from '@trunkline/contract';
import { languageStore } from '../lib/language.ts';
import { fromZoned, toZoned } from './zoned-time.ts';

/** A form's value for a custom field: typed text, a checkbox, or selected options. */
export type AnswerDraft = string | boolean | string[];
/** By field id; fields that nobody has changed are missing. */
export type AnswerDrafts = Readonly<Record<string, AnswerDraft>>;
export type AnswerProblems = Readonly<Record<string, AnswerProblem>>;

type Field = Pick<CustomField, 'id' | 'kind' | 'options'>;

/** Returns an answer as the form shows it. */
export function draftOf({ kind }: Pick<CustomField, 'kind'>, answer: Answer | undefined): AnswerDraft {
  if (kind === 'check') return answer === true;
  if (kind === 'choices') return Array.isArray(answer) ? answer : [];
  if (answer === undefined) return '';
  if (typeof answer === 'number') return writeNumber(answer, languageStore.get());
  return kind === 'date_time' ? toZoned(String(answer)) : String(answer);
}

/** Returns what was typed as an answer for the server, or what is wrong with it. */
export function readDraft(field: Field, draft: AnswerDraft, before?: Answer): ParsedAnswer {
  // Times are shown to the minute; one that was not changed keeps its seconds.
  if (before !== undefined && isSameAnswer(draft, draftOf(field, before))) return { answer: before };
  return readAnswer(field, givenOf(field, draft), before);
}

function givenOf({ kind }: Field, draft: AnswerDraft): unknown {
  if (typeof draft !== 'string' || draft.trim() === '') return draft;
  // Text that is not a number stays text, which is then refused as an answer.
  if (kind === 'number') return readNumber(draft, languageStore.get()) ?? draft;
  return kind === 'date_time' ? (fromZoned(draft) ?? draft) : draft;
}

type DraftInput = {
  fields: readonly (Field & Pick<CustomField, 'required' | 'is_active'>)[];
  drafts: AnswerDrafts;
  before: Answers;
  /** When required answers must be there; without it a missing answer is no problem. */
  when?: 'create' | 'solve';
};

/** Returns the changed answers of a form and the problems of each; of these fields only. */
export function readDrafts({ fields, drafts, before, when }: DraftInput): {
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
