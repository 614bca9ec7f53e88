import { useSession } from '#shared/api/session.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

type FormDraft = { base: unknown; form: unknown };
// What was typed and not saved is there again when the form is opened again, until the page is reloaded.
const drafts = new Map<string, FormDraft>();

type Options<Base, Form, Refusal, Saved> = {
  /** Identifies the form and its record. */
  key: string;
  /** The record to change; null to create one. */
  record: Base | null;
  begin: (record: Base | null) => Form;
  isChanged: (form: Form, base: Base | null) => boolean;
  /** Whether everything that can be checked before sending is valid. */
  isFine: (form: Form, base: Base | null) => boolean;
  send: (form: Form, base: Base | null) => Promise<Saved>;
  /** Turns the error of a refused save into the form's refusal. */
  refusalOf: (error: unknown, form: Form) => Refusal;
  /** The record as somebody else has saved it, where that is why saving was refused. */
  currentOf: (refusal: Refusal) => Base | null;
  /** Whether the refusal concerns a field, so that it disappears when something else is typed. */
  isOfField: (refusal: Refusal) => boolean;
  /** Applies what was typed to the record that somebody else has saved. */
  merge: (form: Form, base: Base, current: Base) => Form;
  onSaved: (saved: Saved) => void;
};

/** The form of one record: what is typed, the record it is based on, the last refusal, and saving. */
export function useRecordForm<Base, Form, Refusal, Saved>(options: Options<Base, Form, Refusal, Saved>) {
  const { record, begin, isFine, send, refusalOf, currentOf, isOfField, merge, onSaved } = options;
  const { user } = useSession();
  // By user, so that the next person to sign in here does not get somebody else's text.
  const key = `${user.id} ${options.key}`;
  const [kept] = useState(() => drafts.get(key) as { base: Base | null; form: Form } | undefined);
  const [base, setBase] = useState(kept ? kept.base : record);
  const [form, setForm] = useState(() => (kept ? kept.form : begin(record)));
  const [isRestored, setRestored] = useState(kept !== undefined);
  const [isTried, setTried] = useState(false);
  const isChanged = options.isChanged(form, base);

  const save = useMutation({
    mutationFn: (sent: Form) => send(sent, base),
    onSuccess: (saved) => {
      drafts.delete(key);
      onSaved(saved);
    },
    onError: (error, sent) => {
      const current = currentOf(refusalOf(error, sent));
      if (!current || !base) return;
      setForm(merge(sent, base, current));
      setBase(current);
    },
  });
  const refusal = save.error ? refusalOf(save.error, save.variables) : null;

  function reset(to: Base | null): void {
    drafts.delete(key);
    setBase(to);
    setForm(begin(to));
    setTried(false);
    setRestored(false);
    save.reset();
  }

  return {
    form,
    base,
    refusal,
    /** Problems are shown only after the first attempt to save, not while typing. */
    isTried,
    isChanged,
    isRestored,
    isSaving: save.isPending,
    set(next: Form): void {
      setForm(next);
      if (refusal && isOfField(refusal)) save.reset();
    },
    submit(): void {
      setTried(true);
      if (isFine(form, base) && !save.isPending) save.mutate(form);
    },
    discard: () => reset(record),
    takeTheirs: () => reset(base),
    keep: () => void (isChanged ? drafts.set(key, { base, form }) : drafts.delete(key)),
  };
}
