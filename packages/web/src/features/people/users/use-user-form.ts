import { ApiError, call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useFormDraft } from '#shared/forms/use-form-draft.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { createPerson, stalePersonDetails, type Person } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePerson, showPerson } from './api.ts';
import { duplicateValueOf } from './user-failure.ts';
import {
  accountOf,
  changesIn,
  formOf,
  problemsOf,
  type NewUserDefaults,
  type UserField,
  type UserForm,
} from './user-form.ts';

export type FirstSignIn = 'invitation' | 'temporary_password';
type Saved = { person: Person; password: string | null };
type Options = {
  defaults: NewUserDefaults;
  /** Whether invitations can be sent. */
  canInvite: boolean;
  onSaved: (saved: Saved) => void;
};

/** The form of a new or existing user: typed values, problems, and saving. */
export function useUserForm(person: Person | null, { defaults, canInvite, onSaved }: Options) {
  const { t } = useTranslation('people/users');
  const saved = formOf(person, defaults);
  // A draft belongs to the version it was based on, so that saving cannot undo changes that others made since.
  const draft = useFormDraft(person ? `user ${person.id} ${person.version}` : 'user new', saved);
  const [signIn, setSignIn] = useState<FirstSignIn>(canInvite ? 'invitation' : 'temporary_password');
  const [isTried, setTried] = useState(false);
  const form = draft.value;
  const isInvited = person === null && signIn === 'invitation';
  const problems = problemsOf(form, isInvited);

  const save = useMutation({
    mutationFn: async (): Promise<Saved> => {
      if (person) {
        const body = { version: person.version, ...changesIn(form, saved) };
        return { person: await changePerson(person.id, body), password: null };
      }
      const { data, temporary_password: password } = await call(createPerson, {
        body: { ...accountOf(form), sign_in: signIn },
      });
      return { person: data, password };
    },
    onSuccess(done) {
      draft.discard();
      setTried(false);
      showPerson(done.person);
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      onSaved(done);
    },
    onError(error) {
      const stale = stalePersonDetails.safeParse(error instanceof ApiError ? error.details : null);
      if (!stale.success) return;
      showPerson(stale.data.current);
      toast(t('stale'), { kind: 'info' });
    },
  });

  const twin = duplicateValueOf(save.error);
  const told: Partial<Record<UserField, (typeof problems)[UserField] | { taken: string }>> = {
    ...(isTried ? problems : rangesOf(problems)),
    ...(twin && { [twin.path]: { taken: twin.name } }),
  };
  return {
    form,
    signIn,
    setSignIn,
    isChanged: draft.isChanged,
    isSaving: save.isPending,
    problems: told,
    error: twin ? null : save.error,
    set(patch: Partial<UserForm>): void {
      if (save.isError) save.reset();
      draft.set({ ...form, ...patch });
    },
    submit(): void {
      setTried(true);
      if (Object.keys(problems).length === 0) save.mutate();
    },
  };
}

/** Returns the out-of-range problems, which are shown while typing; missing values are shown only after an attempt to save. */
const rangesOf = ({ chat_capacity, extension }: ReturnType<typeof problemsOf>) => ({
  ...(chat_capacity && { chat_capacity }),
  ...(extension && { extension }),
});
