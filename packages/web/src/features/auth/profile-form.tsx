import { ApiError } from '#shared/api/api-error.ts';
import { SaveState } from '#shared/ui/save-state.tsx';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LIMITS, type CurrentUser } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changeProfile } from './api.ts';
import classes from './profile-page.module.css';
import { useFailureText } from './use-failure-text.ts';

/** Name and e-mail address. */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('auth');
  const [fullname, setFullname] = useState(user.fullname);
  const [email, setEmail] = useState(user.email ?? '');
  const failureText = useFailureText();
  const changed = fullname.trim() !== user.fullname || email.trim() !== (user.email ?? '');
  const save = useMutation({
    mutationFn: () =>
      changeProfile({ fullname: fullname.trim(), ...(email.trim() ? { email: email.trim() } : {}) }),
  });
  const isBadEmail = save.error instanceof ApiError && save.error.code === 'invalid';

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (changed && fullname.trim()) save.mutate();
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <TextInput label={t('profile.username')} value={user.username} readOnly variant="filled" />
      <TextInput
        label={t('profile.fullname')}
        description={t('profile.fullname-hint')}
        value={fullname}
        maxLength={LIMITS.name}
        error={fullname.trim() ? undefined : t('failed.required')}
        onChange={(event) => setFullname(event.currentTarget.value)}
        autoComplete="name"
      />
      <TextInput
        label={t('profile.email')}
        description={t('profile.email-hint')}
        type="email"
        value={email}
        maxLength={LIMITS.identity}
        error={isBadEmail ? t('failed.email') : save.isError && failureText(save.error)}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          save.reset();
        }}
        autoComplete="email"
      />
      <div className={classes['save']}>
        <Button type="submit" disabled={!changed} loading={save.isPending}>
          {t('profile.save')}
        </Button>
        <SaveState status={save.isError ? 'failed' : changed ? 'unsaved' : 'saved'} />
      </div>
    </form>
  );
}
