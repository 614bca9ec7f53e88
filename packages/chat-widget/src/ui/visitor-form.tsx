import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ChatFormResult } from '../chat/chat-actions.ts';
import {
  checkForm,
  trimmedValues,
  type ChatFieldProblems,
  type ChatField as FieldWish,
  type ChatValues,
} from '../chat/form.ts';
import type { ChatProblem } from '../chat/state.ts';
import { newClientKey } from '../client-key.ts';
import { useSession, useTexts } from './context.ts';
import { Field } from '../composer/field.tsx';
import { Icon } from './icon.tsx';

type Props = {
  fields: readonly FieldWish[];
  known: ChatValues;
  questionLabel: string;
  submit: string;
  submitting: string;
  onSubmit: (values: ChatValues, clientKey: string) => Promise<ChatFormResult>;
  /** Further fields above the button. */
  children?: ComponentChildren;
};

/** The pre-chat and the offline form. Typed values are kept after any failure. */
export function VisitorForm(props: Props) {
  const { fields, known, questionLabel, submit, submitting, onSubmit, children } = props;
  const texts = useTexts();
  const { store } = useSession();
  const [values, setValues] = useState<ChatValues>(known);
  const [complaints, setComplaints] = useState<ChatFieldProblems>({});
  const [problem, setProblem] = useState<ChatProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const clientKey = useRef(newClientKey());
  const form = useRef<HTMLFormElement>(null);

  const complain = (found: ChatFieldProblems) => {
    setComplaints(found);
    const first = fields.find(({ field }) => found[field])?.field;
    if (first) form.current?.querySelector<HTMLElement>(`#${first}`)?.focus();
    return first !== undefined;
  };
  const handleSubmit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || complain(checkForm(fields, values))) return;
    setBusy(true);
    setProblem(null);
    const outcome = await onSubmit(trimmedValues(fields, values), clientKey.current);
    setBusy(false);
    if (outcome?.complaints) complain(outcome.complaints);
    if (!outcome) store.set({ typed: {} });
    setProblem(outcome?.problem ?? null);
  };
  const handleInput = (field: FieldWish['field'], value: string) => {
    setValues({ ...values, [field]: value });
    store.set({ typed: { ...store.get().typed, [field]: value } });
    // A complaint disappears once its field is edited.
    if (complaints[field]) setComplaints({ ...complaints, [field]: undefined });
  };

  return (
    <form ref={form} class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      {fields.map(({ field, required }, index) => (
        <Field
          key={field}
          name={field}
          label={field === 'question' ? questionLabel : texts.fields[field]}
          isRequired={required}
          value={values[field] ?? ''}
          complaint={complaints[field]}
          isFirst={index === 0}
          onInput={(value) => handleInput(field, value)}
        />
      ))}
      {children}
      {problem && (
        <p class="problem" role="alert">
          <Icon name="alert" size={18} />
          {texts.problem[problem]}
        </p>
      )}
      <button type="submit" class="primary" aria-disabled={isBusy}>
        {isBusy ? submitting : submit}
      </button>
    </form>
  );
}
