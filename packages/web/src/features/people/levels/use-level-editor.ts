import { ApiError } from '#shared/api/api-error.ts';
import { useFormDraft } from '#shared/forms/use-form-draft.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { onOneLine, staleLevelDetails, type Level } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLevel, showLevel } from './api.ts';
import { changesAnything, changesOf, formOf, modulesOf, type LevelForm } from './level-form.ts';

const contentOf = (form: LevelForm) => ({
  name: onOneLine(form.name),
  visibility: form.visibility,
  second_factor: form.secondFactor,
  sign_in_rule: form.signIn,
  modules: modulesOf(form),
});

/** The unsaved changes of a role, and the functions to save or discard them. */
export function useLevelEditor(level: Level) {
  const { t } = useTranslation('people/levels');
  const saved = formOf(level);
  const draft = useFormDraft<LevelForm>(`level ${level.id}`, saved);
  const form = draft.value;
  const [isAsking, setAsking] = useState(false);
  const changes = changesOf(saved, form);
  // Somebody else has saved the role since editing began; saving now would silently undo their change.
  const isOvertaken = draft.isChanged && form.version !== level.version;
  const hasName = onOneLine(form.name) !== '';

  const save = useMutation({
    mutationFn: () => changeLevel(level.id, { ...contentOf(form), version: form.version }),
    onSuccess({ name, version }) {
      draft.discard();
      setAsking(false);
      const undo = () =>
        changeLevel(level.id, { ...contentOf(saved), version }).then(
          () => toast(t('undone')),
          () => toast(t('not-undone'), { kind: 'failed' }),
        );
      toast(t('saved', { name }), { action: { label: t('undo'), run: () => void undo() } });
    },
    onError(error) {
      setAsking(false);
      const details = staleLevelDetails.safeParse(error instanceof ApiError ? error.details : null);
      if (details.success) showLevel(details.data.current);
    },
  });
  const isStale = save.error instanceof ApiError && save.error.code === 'stale';

  return {
    form,
    changes,
    isOvertaken,
    isAsking,
    hasName,
    error: draft.isChanged && !isStale ? save.error : null,
    set(next: LevelForm) {
      draft.set(draft.isChanged ? next : { ...next, version: level.version });
    },
    keepMine: () => draft.set({ ...form, version: level.version }),
    useLatest() {
      draft.discard();
      save.reset();
    },
    confirm: () => save.mutate(),
    cancel: () => setAsking(false),
    bar: {
      isChanged: draft.isChanged,
      isSaving: save.isPending,
      error: draft.isChanged ? save.error : null,
      onSave() {
        if (!hasName || isOvertaken) return;
        if (changesAnything(changes)) setAsking(true);
        else save.mutate();
      },
      onUndo() {
        draft.discard();
        save.reset();
      },
    },
  };
}
