import {
  missingFields,
  readAnswer,
  type AnswerChanges,
  type AnswerProblem,
  type Answers,
  type CustomField,
  type FieldEntity,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Query } from '#platform/db';
import { STORED_LISTS, listCustomFields, lockListShared } from '#modules/lists';

/** The custom fields of tickets and customers. */
export type CustomFields = {
  /** Active and inactive ones. */
  list(q: Query, entity: FieldEntity): Promise<CustomField[]>;
  /**
   * For writing answers: nobody can change a field until this transaction ends, so that no option is removed while it is
   * chosen.
   */
  hold(q: Query, entity: FieldEntity): Promise<CustomField[]>;
};

/** See `CustomFields`. */
export function createCustomFields(): CustomFields {
  async function list(q: Query, entity: FieldEntity): Promise<CustomField[]> {
    return (await listCustomFields(q)).filter((field) => field.entity === entity);
  }
  return {
    list,
    async hold(q, entity) {
      await lockListShared(q, STORED_LISTS.custom_fields);
      return list(q, entity);
    },
  };
}

type Change = {
  /** The fields of this entity, active and inactive. */
  fields: readonly CustomField[];
  before: Answers;
  changes: AnswerChanges;
  /** Whether a field applies to this ticket or customer. */
  isHere: (field: CustomField) => boolean;
  /** Which required answers are checked; an answer that was empty before may stay empty. */
  when: 'create' | 'solve';
};

/** The answers after a change, each validated. Pure. @throws AppError `invalid` with the problems by field */
export function changedAnswers({ fields, before, changes, isHere, when }: Change): Answers {
  const after = { ...before };
  const problems: { path: string; message: string; problem: AnswerProblem }[] = [];
  for (const [id, given] of Object.entries(changes)) {
    const field = fields.find((one) => String(one.id) === id);
    const read = field ? readFor(field, given, { before: before[id], isHere }) : { problem: 'off' as const };
    if ('problem' in read) problems.push(refused(id, field, read.problem));
    else if (read.answer === null) delete after[id];
    else after[id] = read.answer;
  }
  const emptied = fields.filter(({ id }) => before[id] !== undefined && after[id] === undefined);
  for (const field of missingFields(emptied.filter(isHere), after, when))
    problems.push(refused(String(field.id), field, 'required'));
  if (problems.length > 0) throw new AppError('invalid', problems);
  return after;
}

/** Refuses creating or solving without the required answers. */
export function demandAnswers(
  fields: readonly CustomField[],
  answers: Answers,
  when: 'create' | 'solve',
): void {
  const missing = missingFields(fields, answers, when);
  if (missing.length === 0) return;
  throw new AppError(
    'fields_missing',
    missing.map((field) => refused(String(field.id), field, 'required')),
  );
}

type AnswerContext = { before: Answers[string] | undefined } & Pick<Change, 'isHere'>;

function readFor(
  field: CustomField,
  given: unknown,
  { before, isHere }: AnswerContext,
): ReturnType<typeof readAnswer> {
  const read = readAnswer(field, given, before);
  // An answer can always be removed or kept, even if its field has changed.
  if ('problem' in read || read.answer === null || JSON.stringify(read.answer) === JSON.stringify(before))
    return read;
  if (!field.is_active) return { problem: 'off' };
  return isHere(field) ? read : { problem: 'not_here' };
}

const SENTENCES: Record<AnswerProblem, string> = {
  invalid: 'this is no answer to it',
  too_long: 'this is too long',
  no_option: 'there is no such option',
  not_here: 'it is no field of this type or category',
  off: 'there is no such field in use',
  required: 'it has to be filled in',
};

const refused = (id: string, field: CustomField | undefined, problem: AnswerProblem) => ({
  path: `fields.${id}`,
  message: `${field?.name ?? `Field ${id}`}: ${SENTENCES[problem]}`,
  problem,
});
