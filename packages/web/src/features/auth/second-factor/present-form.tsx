import { Button, PasswordInput, type MantineColor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LIMITS } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCodeFailure } from './use-code-failure.ts';

type Props = {
  hasPassword: boolean;
  submitLabel: string;
  color?: MantineColor;
  onPresent: (password: string) => Promise<unknown>;
};

/** Asks for the password once more, where the user has one, so that somebody at an unlocked screen cannot change how its user signs in. */
export function PresentForm({ hasPassword, submitLabel, color, onPresent }: Props) {
  const { t } = useTranslation('auth/second-factor');
  const [password, setPassword] = useState('');
  const failure = useCodeFailure();
  const send = useMutation({ mutationFn: () => onPresent(password) });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!hasPassword || password !== '') send.mutate();
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      {hasPassword && (
        <PasswordInput
          label={t('password')}
          value={password}
          maxLength={LIMITS.passwordMax}
          error={send.isError && failure(send.error)}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('show-password'), tabIndex: 0 }}
          data-autofocus
        />
      )}
      <Button type="submit" loading={send.isPending} {...(color && { color })}>
        {submitLabel}
      </Button>
    </form>
  );
}
