import { toast } from '#shared/ui/states/toast.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  words: { title: string; hint: string; ask: string; removed: string; switchedOff: string };
  /** Resolves with false where the account is in use, so that it was only made inactive. */
  remove: () => Promise<boolean>;
  switchOn: () => Promise<unknown>;
  /** Called after a change; `isGone` where the account was deleted. */
  onChanged: (isGone: boolean) => Promise<void>;
};

/** Deletes an account. Confirmed first, unlike most actions here, because what is stored with it cannot be restored. */
export function RemoveSection({ words, remove, switchOn, onChanged }: Props) {
  const { t } = useTranslation('settings');
  const [isAsked, setAsked] = useState(false);
  const failed = () => toast(t('failed'), { kind: 'failed' });
  const on = useMutation({ mutationFn: switchOn, onSuccess: () => onChanged(false), onError: failed });
  const off = useMutation({
    mutationFn: remove,
    async onSuccess(isGone) {
      setAsked(false);
      await onChanged(isGone);
      if (isGone) toast(words.removed);
      else toast(words.switchedOff, { action: { label: t('remove.switch-on'), run: () => on.mutate() } });
    },
    onError: failed,
  });
  return (
    <FormSection title={words.title} hint={words.hint}>
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          {words.title}…
        </Button>
      </div>
      {isAsked && (
        <Dialog title={words.title} onClose={() => setAsked(false)} width={440}>
          <p>{words.ask}</p>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" data-autofocus onClick={() => setAsked(false)}>
              {t('remove.cancel')}
            </Button>
            <Button color="red" loading={off.isPending} onClick={() => off.mutate()}>
              {t('remove.go')}
            </Button>
          </Group>
        </Dialog>
      )}
    </FormSection>
  );
}
