import type { Answers, CustomField } from '@trunkline/contract';
import { Suspense } from 'react';
import { draftOf, type AnswerDraft, type AnswerDrafts, type AnswerProblems } from './answer-draft.ts';
import { AnswerField } from './answer-field.tsx';

type Props = {
  fields: readonly CustomField[];
  /** The saved answers. */
  answers: Answers;
  drafts: AnswerDrafts;
  problems: AnswerProblems;
  isRequired: (field: CustomField) => boolean;
  onChange: (drafts: AnswerDrafts) => void;
  /** Moves the focus to the first field. */
  autoFocus?: boolean;
};

/** The inputs of several custom fields, below each other. */
export function AnswerFields({ fields, answers, drafts, problems, isRequired, onChange, autoFocus }: Props) {
  const change = (field: CustomField) => (value: AnswerDraft) => onChange({ ...drafts, [field.id]: value });
  return (
    // Their texts are loaded when first needed; the boundary is here so that the rest of the form stays on the screen
    // meanwhile.
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
