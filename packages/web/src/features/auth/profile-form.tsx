import { ApiError } from '#shared/api/api-error.ts';
import { SaveState } from '#shared/ui/states/save-state.tsx';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { onOneLine, LIMITS, type CurrentUser } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changeProfile, changeOwnEmail } from './api.ts';
import classes from './profile-page.module.css';
import { useFailureText } from './use-failure-text.ts';

/** Name and e-mail address. A new address needs the password, because links for new passwords are sent there. */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('auth');
  const [fullname, setFullname] = useState(user.fullname);
  const [email, setEmail] = useState(user.email ?? '');
  const [password, setPassword] = useState('');
  const failureText = useFailureText();
  const moved = email.trim() !== (user.email ?? '');
  const changed = onOneLine(fullname) !== user.fullname || moved;
  const save = useMutation({
    async mutationFn() {
      if (moved) await changeOwnEmail({ email: email.trim() || null, current_password: password });
      setPassword('');
      if (onOneLine(fullname) !== user.fullname) await changeProfile({ fullname: onOneLine(fullname) });
    },
  });
  const code = save.error instanceof ApiError ? save.error.code : undefined;
  const emailError =
    code === 'invalid'
      ? t('failed.email')
      : save.isError && code !== 'wrong_credentials' && failureText(save.error);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (changed && onOneLine(fullname) && (!moved || password)) save.mutate();
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <TextInput label={t('profile.username')} value={user.username} readOnly variant="filled" />
      <TextInput
        label={t('profile.fullname')}
        description={t('profile.fullname-hint')}
        value={fullname}
        maxLength={LIMITS.name}
        error={onOneLine(fullname) ? undefined : t('failed.required')}
        onChange={(event) => setFullname(event.currentTarget.value)}
        autoComplete="name"
      />
      <TextInput
        label={t('profile.email')}
        description={t('profile.email-hint')}
        type="email"
        value={email}
        maxLength={LIMITS.identity}
        error={emailError}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          save.reset();
        }}
        autoComplete="email"
      />
      {moved && (
        <PresentPassword
          value={password}
          isWrong={code === 'wrong_credentials'}
          onChange={(value) => {
            setPassword(value);
            save.reset();
          }}
        />
      )}
      <div className={classes['save']}>
        <Button type="submit" disabled={!changed || (moved && !password)} loading={save.isPending}>
          {t('profile.save')}
        </Button>
        <SaveState status={save.isError ? 'failed' : changed ? 'unsaved' : 'saved'} />
      </div>
    </form>
  );
}

type PresentPasswordProps = { value: string; isWrong: boolean; onChange: (value: string) => void };

function PresentPassword({ value, isWrong, onChange }: PresentPasswordProps) {
  const { t } = useTranslation('auth');
  return (
    <PasswordInput
      label={t('password.current')}
      description={t('profile.email-password')}
      value={value}
      maxLength={LIMITS.passwordMax}
      error={isWrong && t('failed.current')}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
    />
  );
}
