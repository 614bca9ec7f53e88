import { useLineError } from '#shared/forms/use-line-error.ts';
import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { onOneLine, holdCustomer, LIMITS, type Customer } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { privacyQuery } from './api.ts';
import classes from './privacy.module.css';

/** Asks for the reason of a legal hold. */
export function HoldDialog({ customer: { id, name }, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation('customers/privacy');
  const lineError = useLineError();
  const [reason, setReason] = useState('');
  const hold = useMutation({
    mutationFn: () => call(holdCustomer, { params: { id }, body: { reason } }),
    onSuccess({ data }) {
      queryClient.setQueryData(privacyQuery(id), data);
      onClose();
    },
  });
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (onOneLine(reason) !== '') hold.mutate();
  }
  return (
    <Dialog title={t('hold-title', { name })} onClose={onClose} width={480} isShort>
      <form onSubmit={handleSubmit}>
        <Stack gap={16}>
          <p className={classes['dim']}>{t('hold-hint')}</p>
          {hold.isError && <Notice kind="failed">{reasonWords(hold.error) ?? t('failed')}</Notice>}
          <TextInput
            label={t('reason')}
            data-autofocus
            value={reason}
            error={lineError(reason)}
            maxLength={LIMITS.name}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div className={classes['foot']}>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={onOneLine(reason) === ''} loading={hold.isPending}>
              {t('hold')}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
