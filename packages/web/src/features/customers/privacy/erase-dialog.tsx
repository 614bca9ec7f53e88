import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { ErasedCountsList } from '#shared/privacy/erased-counts-list.tsx';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { eraseCustomer, type Customer, type CustomerPrivacy } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { privacyQuery } from './api.ts';
import classes from './privacy.module.css';

type Props = { customer: Customer; privacy: CustomerPrivacy; onClose: () => void };

/** Lists what would be erased, and asks for the customer's name before erasing it. */
export function EraseDialog({ customer: { id, name }, privacy, onClose }: Props) {
  const { t } = useTranslation('customers/privacy');
  const [typed, setTyped] = useState('');
  const erase = useMutation({
    mutationFn: () => call(eraseCustomer, { params: { id } }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: privacyQuery(id) });
      onClose();
    },
  });
  const isOpen = privacy.open_tickets > 0;
  return (
    <Dialog title={t('erase-title', { name })} onClose={onClose} width={520}>
      <Stack gap={16}>
        <p className={classes['dim']}>{t('erase-hint')}</p>
        <ErasedCountsList counts={privacy.counts} />
        {isOpen && <Notice kind="warning">{t('open', { count: privacy.open_tickets })}</Notice>}
        {erase.isError && <Notice kind="failed">{reasonWords(erase.error) ?? t('failed')}</Notice>}
        {!isOpen && (
          <TextInput
            label={t('type-name', { name })}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <div className={classes['foot']}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            color="red"
            disabled={isOpen || typed.trim() !== name.trim()}
            loading={erase.isPending}
            onClick={() => erase.mutate()}
          >
            {t('erase')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
