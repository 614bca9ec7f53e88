import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LIMITS, type Reference } from '@trunkline/contract';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFailure } from '#shared/forms/save-failure.ts';
import classes from './widgets.module.css';

type Props = {
  title: string;
  placeholder: string;
  departments: Reference['departments'];
  /** Creates the widget or form, updates the cache, and returns its name. */
  create: (name: string, departmentId: number) => Promise<string>;
  onClose: () => void;
};

/** Asks for name and department of a new widget or form; all other settings get defaults. */
export function NewPlaceDrawer({ title, placeholder, departments, create, onClose }: Props) {
  const { t } = useTranslation('settings');
  const id = useId();
  const active = departments.filter((department) => department.is_active);
  const [name, setName] = useState('');
  const [department, setDepartment] = useState(active[0]?.id ?? 0);
  const [isTried, setTried] = useState(false);
  const creating = useMutation({
    mutationFn: () => create(name, department),
    onSuccess: (made) => {
      toast(t('chat.created', { name: made }));
      onClose();
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (name.trim() && department) creating.mutate();
  }

  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('chat.close')}
          </Button>
          <Button type="submit" form={id} loading={creating.isPending}>
            {t('chat.create')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} className={classes['fields']} noValidate>
        {creating.isError && <Notice kind="failed">{t(saveFailure(creating.error))}</Notice>}
        <TextInput
          label={t('chat.name')}
          description={t('chat.name-hint')}
          value={name}
          maxLength={LIMITS.name}
          placeholder={placeholder}
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
