import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { erasePerson, type Person } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalSentenceOf } from './user-failure.ts';
import classes from './users.module.css';

type Props = { person: Person; onClose: () => void };

/** Lists what would be erased and what stays, and asks for the user's name before erasing. */
export function EraseUserDialog({ person: { id, version, fullname: name }, onClose }: Props) {
  const { t } = useTranslation('people/users');
  const [typed, setTyped] = useState('');
  const erase = useMutation({
    mutationFn: () => call(erasePerson, { params: { id }, body: { version } }),
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      toast(t('erase.done', { name }));
      onClose();
    },
  });
  return (
    <Dialog title={t('erase.title', { name })} onClose={onClose} width={520}>
      <Stack gap={16}>
        <p className={classes['dim']}>{t('erase.hint')}</p>
        {erase.isError && (
          <Notice kind="failed">
            {reasonWords(erase.error) ?? t(`failed.${refusalSentenceOf(erase.error)}`)}
          </Notice>
        )}
        <TextInput
          label={t('erase.type-name', { name })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={classes['foot']}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('erase.cancel')}
          </Button>
          <Button
            color="red"
            disabled={typed.trim() !== name.trim()}
            loading={erase.isPending}
            onClick={() => erase.mutate()}
          >
            {t('erase.action')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
