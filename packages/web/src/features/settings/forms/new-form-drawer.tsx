import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { Drawer } from '#shared/ui/drawer.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { toast } from '#shared/ui/toast.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createWebForm, LIMITS, Media, type Reference, type WebForm } from '@trunkline/contract';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsFailure } from '../settings-failure.ts';
import classes from '../widgets.module.css';
import { newForm } from './form-values.ts';

type Props = {
  reference: Pick<Reference, 'departments' | 'channel_accounts'>;
  onClose: () => void;
  onCreated: (form: WebForm) => void;
};

/** Asks for a name and a department; it is answered from that department's mailbox, if it has one. */
export function NewFormDrawer({ reference, onClose, onCreated }: Props) {
  const { t } = useTranslation('settings');
  const id = useId();
  const active = reference.departments.filter((department) => department.is_active);
  const [name, setName] = useState('');
  const [department, setDepartment] = useState(active[0]?.id ?? 0);
  const [isTried, setTried] = useState(false);
  const mailboxes = reference.channel_accounts.filter(
    (account) => account.media_id === Media.email && account.is_active,
  );
  const mailbox = mailboxes.find((one) => one.department_id === department) ?? mailboxes[0];
  const create = useMutation({
    mutationFn: () => call(createWebForm, { body: newForm(name, department, mailbox?.id ?? null) }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData<WebForm[]>(['web-forms'], (known) => [
        ...(known ?? []).filter((other) => other.id !== data.id),
        data,
      ]);
      toast(t('chat.created', { name: data.name }));
      onCreated(data);
      onClose();
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (name.trim() && department) create.mutate();
  }

  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('form.new')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('chat.close')}
          </Button>
          <Button type="submit" form={id} loading={create.isPending}>
            {t('chat.create')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} className={classes['fields']} noValidate>
        {create.isError && <Notice kind="failed">{t(settingsFailure(create.error))}</Notice>}
        <TextInput
          label={t('chat.name')}
          description={t('chat.name-hint')}
          value={name}
          maxLength={LIMITS.name}
          placeholder={t('form.new-name')}
          error={isTried && !name.trim() && t('required')}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Select
          label={t('chat.department')}
          description={t('chat.department-hint')}
          value={String(department)}
          data={active.map((entry) => ({ value: String(entry.id), label: entry.name }))}
          onChange={(value) => value && setDepartment(Number(value))}
        />
      </form>
    </Drawer>
  );
}
