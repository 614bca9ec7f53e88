import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFailure } from './save-failure.ts';
import { useFormDraft } from './use-form-draft.ts';

type Options<Form, Field> = {
  /** Keeps what is not saved apart from other forms'. */
  key: string;
  saved: Form;
  problemsOf: (form: Form) => ReadonlySet<Field>;
  /** Sends the form, and takes over what the server answers. */
  send: (form: Form) => Promise<void>;
};

/** A form that is saved as a whole: what is in it, what is wrong with it, and what the bar above it shows. */
export function useSavedForm<Form, Field>({ key, saved, problemsOf, send }: Options<Form, Field>) {
  const draft = useFormDraft(key, saved);
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(draft.value);
  const save = useMutation({
    mutationFn: () => send(draft.value),
    onSuccess: () => {
      draft.discard();
      setTried(false);
    },
  });
  const isRefused = isTried && problems.size > 0;
  const error = isRefused ? 'invalid' : save.isError && draft.isChanged ? saveFailure(save.error) : null;

  return {
    draft,
    // A field is complained about once somebody wants to save, not while they are still typing.
    problems: isTried ? problems : new Set<Field>(),
    error,
    bar: {
      isChanged: draft.isChanged,
      isSaving: save.isPending,
      error,
      onSave() {
        setTried(true);
        if (problems.size === 0) save.mutate();
      },
      onUndo() {
        draft.discard();
        setTried(false);
        save.reset();
      },
    },
  };
}
