import { useLineError } from '#shared/forms/use-line-error.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LIMITS, onOneLine } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../use-failure-text.ts';
import { makePasskey, passkeyFailure } from './api.ts';
import classes from './passkeys.module.css';

/** Asks for a name and the password, then has the browser create the passkey. */
export function AddPasskeyDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation('auth/passkeys');
  const lineError = useLineError();
  const failureText = useFailureText();
  const [name, setName] = useState(t('name-default'));
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => makePasskey(onOneLine(name), password),
    onSuccess() {
      toast(t('added'));
      onClose();
    },
  });
  const why = add.isError ? passkeyFailure(add.error, 'not-made') : null;
  const isWrongPassword = why === 'wrong_credentials';

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (onOneLine(name) !== '' && (!hasPassword || password !== '')) add.mutate();
  }

  return (
    <Dialog title={t('add')} onClose={onClose}>
      <form onSubmit={handleSubmit} className={classes['part']} noValidate>
        {add.isError && !isWrongPassword && (
          <Notice kind="failed">{why ? t(`failed.${why}`) : failureText(add.error)}</Notice>
        )}
        <TextInput
          label={t('name')}
          description={t('name-hint')}
          value={name}
          error={lineError(name)}
          maxLength={LIMITS.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {hasPassword && (
          <PasswordInput
            label={t('password')}
            value={password}
            maxLength={LIMITS.passwordMax}
            error={isWrongPassword && t('failed.wrong_credentials')}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('show-password'), tabIndex: 0 }}
            data-autofocus
          />
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t('add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
