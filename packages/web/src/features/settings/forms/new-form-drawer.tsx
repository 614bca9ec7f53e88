import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { createWebForm, Media, type Reference, type WebForm } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { NewPlaceDrawer } from '../new-place-drawer.tsx';
import { newForm } from './form-values.ts';

type Props = {
  reference: Pick<Reference, 'departments' | 'channel_accounts'>;
  onClose: () => void;
  onCreated: (form: WebForm) => void;
};

/** Creates a form; replies are sent from its department's mailbox, if it has one. */
export function NewFormDrawer({ reference, onClose, onCreated }: Props) {
  const { t } = useTranslation('settings');
  const mailboxes = reference.channel_accounts.filter(
    (account) => account.media_id === Media.email && account.is_active,
  );

  async function create(name: string, departmentId: number): Promise<string> {
    const mailbox = mailboxes.find((one) => one.department_id === departmentId) ?? mailboxes[0];
    const body = newForm(name, departmentId, mailbox?.id ?? null);
    const { data } = await call(createWebForm, { body });
    queryClient.setQueryData<WebForm[]>(['web-forms'], (known) => [
      ...(known ?? []).filter((other) => other.id !== data.id),
      data,
    ]);
    onCreated(data);
    return data.name;
  }

  return (
    <NewPlaceDrawer
      title={t('form.new')}
      placeholder={t('form.new-name')}
      departments={reference.departments}
      create={create}
      onClose={onClose}
    />
  );
}
