import { ApiError, errorCode } from '#shared/api/api-error.ts';
import { SubjectChanges } from '#shared/audit/subject-changes.tsx';
import { exactTime } from '#shared/lib/format.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { invalidDetails, type Level, type SignInProvider } from '@trunkline/contract';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { saveProvider } from './api.ts';
import { AccountFields } from './account-fields.tsx';
import { ClaimFields } from './claim-fields.tsx';
import { formOf, isComplete, needsSecret } from './provider-form.ts';
import { ProviderFields } from './provider-fields.tsx';
import classes from './providers.module.css';
import { RemoveProvider } from './remove-provider.tsx';

type Props = {
  /** Null for a new provider. */
  provider: SignInProvider | null;
  levels: readonly Level[];
  departments: readonly { id: number; name: string }[];
  canEdit: boolean;
  onClose: () => void;
};

const SENTENCES = [
  'offline',
  'stale',
  'duplicate',
  'not_grantable',
  'last_administrator',
  'invalid',
] as const;

/** The form of a single sign-on provider: connection, accounts, and the use of its claims. */
export function ProviderDrawer({ provider, levels, departments, canEdit, onClose }: Props) {
  const { t } = useTranslation('people/providers');
  const id = useId();
  const saved = formOf(provider);
  const [form, setForm] = useState(saved);
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved);
  const save = useMutation({
    mutationFn: () => saveProvider(provider, form),
    onSuccess() {
      toast(t('saved', { name: form.name }));
      onClose();
    },
  });
  const isPossible = isComplete(form) && !needsSecret(provider, form);
  const why = SENTENCES.find((code) => code === errorCode(save.error)) ?? 'failed';
  const wrong = invalidDetails.safeParse(save.error instanceof ApiError ? save.error.details : null);
  const paths = wrong.success ? wrong.data.map(({ path }) => path) : [];

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isPossible && isChanged) save.mutate();
  }

  const fields = { form, canEdit, onChange: setForm };
  return (
    <Drawer
      opened
      onClose={onClose}
      title={provider ? provider.name : t('new')}
      width={560}
      footer={
        canEdit && (
          <>
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <Button type="submit" form={id} loading={save.isPending} disabled={!isPossible || !isChanged}>
              {t(provider ? 'save' : 'create')}
            </Button>
          </>
        )
      }
    >
      <form id={id} className={classes['form']} onSubmit={handleSubmit} noValidate>
        {save.isError && <Notice kind="failed">{t(`failed.${why}`)}</Notice>}
        {provider?.missing && (
          <Notice kind="warning">
            {t('missing', {
              claims: provider.missing.claims.join(', '),
              when: exactTime(provider.missing.at),
            })}
          </Notice>
        )}
        <ProviderFields {...fields} provider={provider} wrong={paths} />
        <AccountFields {...fields} levels={levels} wrong={paths} />
        <ClaimFields {...fields} levels={levels} departments={departments} />
      </form>
      {provider && <SubjectChanges subject={`provider ${provider.id}`} />}
      {provider && canEdit && <RemoveProvider provider={provider} onRemoved={onClose} />}
    </Drawer>
  );
}
