import { ApiError, call } from '#shared/api/call.ts';
import { sameValue } from '#shared/forms/same-value.ts';
import { useFormDraft } from '#shared/forms/use-form-draft.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Group, NumberInput, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  BACKUPS_KEPT_MAX,
  invalidDetails,
  staleBackupDetails,
  updateBackups,
  type BackupState,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';
import { showBackups } from './api.ts';

const PLACES = ['not_absolute', 'inside', 'disk_full', 'not_writable', 'no_folder'];
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Returns the key of the sentence for a refused folder; undefined where something else was refused. */
function folderFault(error: unknown): string | undefined {
  const read = invalidDetails.safeParse(error instanceof ApiError ? error.details : null);
  const fault = read.data?.find(({ path }) => path === 'folder')?.message;
  return fault === undefined ? undefined : (PLACES.find((each) => each === fault) ?? 'other');
}

/** The form for times, folder and number of backups to keep. */
export function ScheduleForm({ state, canEdit }: { state: BackupState; canEdit: boolean }) {
  const { t } = useTranslation('settings/backup');
  const { is_on, at, folder, keep, version } = state;
  const saved = { is_on, at, folder, keep };
  const draft = useFormDraft(`backups ${version}`, saved);
  const form = draft.value;
  const isChanged = !sameValue(form, saved);
  const isTime = CLOCK.test(form.at);
  const save = useMutation({
    mutationFn: () => call(updateBackups, { body: { version, ...form } }),
    onSuccess({ data }) {
      draft.discard();
      showBackups(data);
      toast(t('saved'));
    },
    onError(error) {
      const stale = staleBackupDetails.safeParse(error instanceof ApiError ? error.details : null);
      if (stale.success) showBackups(stale.data.current);
      if (folderFault(error) === undefined)
        toast(t(stale.success ? 'stale' : 'failed'), { kind: stale.success ? 'info' : 'failed' });
    },
  });
  const fault = folderFault(save.error);
  const set = (patch: Partial<typeof form>) => {
    if (save.isError) save.reset();
    draft.set({ ...form, ...patch });
  };
  return (
    <FormSection title={t('schedule')} hint={t('schedule-hint')}>
      <form
        className={classes['fields']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isTime) save.mutate();
        }}
      >
        <Switch
          label={t('field.is_on')}
          checked={form.is_on}
          onChange={(event) => set({ is_on: event.currentTarget.checked })}
        />
        <TextInput
          label={t('field.at')}
          description={t('hint.at')}
          value={form.at}
          maxLength={5}
          error={!isTime && t('bad-time')}
          onChange={(event) => set({ at: event.currentTarget.value })}
        />
        <NumberInput
          label={t('field.keep')}
          description={t('hint.keep')}
          value={form.keep}
          min={1}
          max={BACKUPS_KEPT_MAX}
          clampBehavior="strict"
          allowDecimal={false}
          onChange={(keepNow) => typeof keepNow === 'number' && set({ keep: keepNow })}
        />
        <TextInput
          label={t('field.folder')}
          description={t('hint.folder', { place: state.place })}
          value={form.folder}
          spellCheck={false}
          error={fault && t(`place.${fault}`)}
          onChange={(event) => set({ folder: event.currentTarget.value })}
        />
        {canEdit && (
          <Group gap={8} justify="flex-end">
            {isChanged && (
              <Button variant="default" onClick={draft.discard}>
                {t('discard')}
              </Button>
            )}
            <Button type="submit" disabled={!isChanged || !isTime} loading={save.isPending}>
              {t('save')}
            </Button>
          </Group>
        )}
      </form>
    </FormSection>
  );
}
