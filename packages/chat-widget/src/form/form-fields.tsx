import type { TargetedSubmitEvent } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/icon.tsx';
import type { LoadedForm } from './api.ts';
import {
  check,
  contentOf,
  fieldsOf,
  type FormFieldProblems,
  type Value,
  type WebFormValues,
} from './fields.ts';
import { FormField } from './form-field.tsx';
import type { createSending } from './sending.ts';
import type { WebFormProblem, TEXTS } from './texts.ts';

type Props = {
  form: LoadedForm;
  texts: (typeof TEXTS)['en'];
  onSend: ReturnType<typeof createSending>['send'];
  onSent: () => void;
};

/** The fields and the send button. Typed values are kept after any failure. */
export function FormFields({ form, texts, onSend, onSent }: Props) {
  const fields = useMemo(() => fieldsOf(form), [form]);
  const [values, setValues] = useState<WebFormValues>({});
  const [complaints, setComplaints] = useState<FormFieldProblems>({});
  const [problem, setProblem] = useState<WebFormProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  const wrong = fields.filter(({ name }) => complaints[name]).length;

  const complain = (found: FormFieldProblems): boolean => {
    setComplaints(found);
    const first = fields.find(({ name }) => found[name]);
    // Focused after the complaint is rendered, so that screen readers announce it with the field.
    if (first)
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(`#${first.name}`)?.focus());
    return first !== undefined;
  };

  async function handleSubmit(event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy || complain(check(fields, values))) return;
    setBusy(true);
    setProblem(null);
    const outcome = await onSend({ ...contentOf(fields, values), website: trap.current?.value ?? '' });
    setBusy(false);
    if ('sent' in outcome) return onSent();
    if ('problem' in outcome) setProblem(outcome.problem);
    // The complaints may concern fields that the form does not have.
    else if (!complain(outcome.complaints)) setProblem('server');
  }

  const handleInput = (name: string, value: Value): void => {
    setValues({ ...values, [name]: value });
    const { [name]: corrected, ...others } = complaints;
    if (corrected) setComplaints(others);
  };

  return (
    <form ref={element} class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          texts={texts}
          value={values[field.name]}
          complaint={complaints[field.name]}
          onInput={(value) => handleInput(field.name, value)}
        />
      ))}
      <div class="trap" aria-hidden="true">
        <label for="website">{texts.trap}</label>
        <input id="website" name="website" ref={trap} tabIndex={-1} autocomplete="off" />
      </div>
      <p class="problem" role="alert">
        {(problem || wrong > 0) && <Icon name="alert" size={18} />}
        {problem ? texts.problem[problem] : wrong > 0 && texts.fixes(wrong)}
      </p>
      <button type="submit" class="primary" aria-disabled={isBusy}>
        {isBusy ? texts.sending : texts.send}
      </button>
    </form>
  );
}
