import { useLineError } from '#shared/forms/use-line-error.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { onOneLine, LIMITS, type Level } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addLevel } from './api.ts';
import { useRefusal } from './use-refusal.ts';
import classes from './levels.module.css';

type Props = { levels: readonly Level[]; from?: Level; onClose: () => void };

/** Creates a role: empty, or with the permissions of another one. */
export function NewLevelDialog({ levels, from, onClose }: Props) {
  const { t } = useTranslation('people/levels');
  const navigate = useNavigate();
  const refusal = useRefusal();
  const lineError = useLineError();
  const [name, setName] = useState(from ? t('copy-name', { name: from.name }).slice(0, LIMITS.name) : '');
  const [model, setModel] = useState<string>(from ? String(from.id) : '');
  const add = useMutation({
    mutationFn: () => addLevel(onOneLine(name), model === '' ? null : Number(model)),
    onSuccess({ id }) {
      onClose();
      void navigate({ to: '/settings/users/levels', search: { id } });
    },
  });
  const isTaken = add.isError && errorCode(add.error) === 'duplicate';

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (onOneLine(name) !== '') add.mutate();
  }

  return (
    <Dialog title={t('new-title')} onClose={onClose} isShort>
      <form onSubmit={handleSubmit} className={classes['fields']} noValidate>
        {add.isError && !isTaken && <Notice kind="failed">{refusal(add.error)}</Notice>}
        <TextInput
          label={t('name')}
          value={name}
          maxLength={LIMITS.name}
          data-autofocus
          error={lineError(name) ?? (isTaken && t('failure.duplicate'))}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('from')}
          value={model}
          allowDeselect={false}
          data={[
            { value: '', label: t('nothing') },
            ...levels.map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
          onChange={(value) => setModel(value ?? '')}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={add.isPending} disabled={onOneLine(name) === ''}>
            {t('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
