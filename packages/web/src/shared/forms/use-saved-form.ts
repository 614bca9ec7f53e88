import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFailure } from './save-failure.ts';
import { useFormDraft } from './use-form-draft.ts';

type Options<Form, Field> = {
  /** Keeps the drafts of different forms apart. */
  key: string;
  saved: Form;
  problemsOf: (form: Form) => ReadonlySet<Field>;
  /** Sends the form and updates the cache with the answer. */
  send: (form: Form) => Promise<void>;
};

/** A form that is saved as a whole: its value, its problems, and the state of its save bar. */
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
    // Problems are shown only after the first attempt to save, not while typing.
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
