import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { toast } from '#shared/ui/states/toast.ts';
import {
  createMessagingAccount,
  PROVIDER_TRAITS,
  removeMessagingAccount,
  updateMessagingAccount,
  type MessagingAccount,
  type Reference,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorFrame } from '../account-kit/editor-frame.tsx';
import { cacheRecord } from '../account-kit/cache-record.ts';
import { RemoveSection } from '../remove-section.tsx';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import classes from '../widgets.module.css';
import { accountBody, accountFormOf, accountPatch, accountProblems, newAccount } from './account-form.ts';
import { AccountHealth } from './account-health.tsx';
import { AccountSection, KeysSection, type AccountSectionProps } from './account-sections.tsx';
import { AccountTemplates } from './account-templates.tsx';
import { AccountTest } from './account-test.tsx';
import { LineSection } from './line-section.tsx';
import { AccountWebhook } from './account-webhook.tsx';

type Props = {
  /** Undefined for a new account. */
  account: MessagingAccount | undefined;
  departments: Reference['departments'];
  canEdit: boolean;
  onDone: (id: number | undefined) => void;
};

/** The form of one messaging account; a new one exists once it is saved. */
export function AccountEditor({ account, departments, canEdit, onDone }: Props) {
  const { t } = useTranslation('settings/accounts');
  const { t: settings } = useTranslation('settings');
  const [fresh] = useState(() => newAccount(departments.find(({ is_active: isOn }) => isOn)?.id ?? 0));
  const [isTaken, setTaken] = useState(false);
  const { draft, problems, error, bar } = useSavedForm({
    key: `messaging account ${account?.id ?? 'new'}`,
    saved: account ? accountFormOf(account) : fresh,
    problemsOf: (form) => accountProblems(form, account),
    async send(form) {
      setTaken(false);
      const saving = account
        ? call(updateMessagingAccount, { params: { id: account.id }, body: accountPatch(form) })
        : call(createMessagingAccount, { body: accountBody(form) });
      const { data } = await saving.catch((failure: unknown) => {
        setTaken(failure instanceof ApiError && failure.code === 'duplicate');
        throw failure;
      });
      cacheRecord('messaging-accounts', data);
      if (account) return;
      toast(t('created', { name: data.name }));
      onDone(data.id);
    },
  });
  const section: AccountSectionProps = {
    form: draft.value,
    problems,
    change: (patch) => draft.set({ ...draft.value, ...patch }),
  };
  return (
    <EditorFrame
      name={account?.name ?? t('new')}
      canEdit={canEdit}
      bar={bar}
      error={error && (isTaken ? t('taken') : settings(error))}
      record={{ about: 'messaging_account', subject: account?.id }}
      onLeave={account ? undefined : () => onDone(undefined)}
    >
      {account && <AccountHealth account={account} canEdit={canEdit} />}
      <fieldset disabled={!canEdit} className={classes['sections']}>
        <AccountSection {...section} departments={departments} isNew={!account} />
        <KeysSection {...section} account={account} />
        <LineSection {...section} />
      </fieldset>
      <div className={classes['sections']} data-apart>
        <AccountWebhook provider={draft.value.provider} account={account} />
        {account && <WithProvider account={account} canEdit={canEdit} />}
      </div>
      {account && canEdit && (
        <div className={classes['sections']} data-apart>
          <Remove account={account} onDone={onDone} />
        </div>
      )}
    </EditorFrame>
  );
}

function WithProvider({ account, canEdit }: { account: MessagingAccount; canEdit: boolean }) {
  return (
    <>
      {PROVIDER_TRAITS[account.provider].hasTemplates && (
        <AccountTemplates account={account} canEdit={canEdit} />
      )}
      {canEdit && <AccountTest id={account.id} />}
    </>
  );
}

function Remove({ account, onDone }: { account: MessagingAccount; onDone: Props['onDone'] }) {
  const { t } = useTranslation('settings/accounts');
  const { id, name } = account;
  return (
    <RemoveSection
      words={{
        title: t('remove.title'),
        hint: t('remove.hint'),
        ask: t('remove.ask', { name }),
        removed: t('remove.removed', { name }),
        switchedOff: t('remove.switched-off', { name }),
      }}
      remove={async () => (await call(removeMessagingAccount, { params: { id } })).removed}
      switchOn={() => call(updateMessagingAccount, { params: { id }, body: { is_active: true } })}
      onChanged={async (isGone) => {
        await queryClient.invalidateQueries({ queryKey: ['messaging-accounts'] });
        if (isGone) onDone(undefined);
      }}
    />
  );
}
