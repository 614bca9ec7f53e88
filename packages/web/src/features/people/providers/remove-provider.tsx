import { errorCode } from '#shared/api/api-error.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { SignInProvider } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteProvider } from './api.ts';
import classes from './providers.module.css';

/**
 * Confirms the deletion of a provider, with the number of users who sign in by it: their links are lost, and they are
 * linked anew when they return.
 */
export function RemoveProvider({ provider, onRemoved }: { provider: SignInProvider; onRemoved: () => void }) {
  const { t } = useTranslation('people/providers');
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteProvider(provider.id),
    onSuccess() {
      toast(t('removed', { name: provider.name }));
      onRemoved();
    },
  });
  const why = errorCode(remove.error) === 'last_administrator' ? 'last_administrator' : 'failed';
  return (
    <div className={classes['remove']}>
      <Button variant="light" color="red" size="xs" onClick={() => setAsked(true)}>
        {t('remove')}…
      </Button>
      {isAsked && (
        <Dialog title={t('remove-title', { name: provider.name })} onClose={() => setAsked(false)}>
          {remove.isError && <Notice kind="failed">{t(`failed.${why}`)}</Notice>}
          <p>{t('remove-hint', { count: provider.people })}</p>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" data-autofocus onClick={() => setAsked(false)}>
              {t('close')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('remove')}
            </Button>
          </Group>
        </Dialog>
      )}
    </div>
  );
}
