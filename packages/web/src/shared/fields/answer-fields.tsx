import type { Answers, CustomField } from '@trunkline/contract';
import { Suspense } from 'react';
import { draftOf, type AnswerDraft, type AnswerDrafts, type AnswerProblems } from './answer-draft.ts';
import { AnswerField } from './answer-field.tsx';

type Props = {
  fields: readonly CustomField[];
  /** What is answered already. */
  answers: Answers;
  drafts: AnswerDrafts;
  problems: AnswerProblems;
  isRequired: (field: CustomField) => boolean;
  onChange: (drafts: AnswerDrafts) => void;
  /** The keyboard begins in the first one. */
  autoFocus?: boolean;
};

/** Several custom fields of a form, one under the other. */
export function AnswerFields({ fields, answers, drafts, problems, isRequired, onChange, autoFocus }: Props) {
  const change = (field: CustomField) => (value: AnswerDraft) => onChange({ ...drafts, [field.id]: value });
  return (
    // Their texts come when they are first needed: the form does not wait, and the page below keeps the keyboard.
    <Suspense>
      {fields.map((field, index) => (
        <AnswerField
          key={field.id}
          field={field}
          value={drafts[field.id] ?? draftOf(field, answers[field.id])}
          problem={problems[field.id]}
          isRequired={isRequired(field)}
          onChange={change(field)}
          {...(autoFocus && index === 0 && { autoFocus: true })}
        />
      ))}
    </Suspense>
  );
}
