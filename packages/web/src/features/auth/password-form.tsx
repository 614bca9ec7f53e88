import { ApiError } from '#shared/api/api-error.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, PasswordInput, type MantineSize } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordProblem, type PasswordEntry, type PasswordProblem } from './password-check.ts';
import { useFailureText } from './use-failure-text.ts';

type Props = {
  withCurrent: boolean;
  min: number;
  submitLabel: string;
  size?: MantineSize;
  onSave: (entry: PasswordEntry) => Promise<unknown>;
  onSaved: () => void;
  /** Further choices of the form. */
  children?: ReactNode;
};

const EMPTY: PasswordEntry = { current: '', next: '', repeat: '' };

/** A form for a new password, typed twice; `withCurrent` asks for the present one as well. */
export function PasswordForm({
  withCurrent,
  min,
  submitLabel,
  size = 'md',
  onSave,
  onSaved,
  children,
}: Props) {
  const { t } = useTranslation('auth');
  const [entry, setEntry] = useState(EMPTY);
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const failureText = useFailureText();
  const save = useMutation({
    mutationFn: () => onSave(entry),
    onSuccess: () => {
      setEntry(EMPTY);
      onSaved();
    },
    onError: (error) => setProblem(fieldOf(error)),
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const found = passwordProblem(entry, { min, withCurrent });
    setProblem(found);
    if (!found) save.mutate();
  }

  const field = (name: keyof PasswordEntry, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      size={size}
      value={entry[name]}
      onChange={(event) => setEntry({ ...entry, [name]: event.currentTarget.value })}
      error={problem?.field === name ? t(problem.key, { count: problem.count ?? min }) : undefined}
      description={name === 'next' ? t('password.rule', { count: min }) : undefined}
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
    />
  );

  return (
    <form onSubmit={handleSubmit} noValidate>
      {save.isError && !problem && <Notice kind="failed">{failureText(save.error)}</Notice>}
      {withCurrent && field('current', t('password.current'), 'current-password')}
      {field('next', t('password.new'), 'new-password')}
      {field('repeat', t('password.repeat'), 'new-password')}
      {children}
      <Button
        type="submit"
        size={size}
        loading={save.isPending}
        style={{ alignSelf: size === 'md' ? 'stretch' : 'flex-start' }}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

/** Returns the field that a refusal belongs to, where it is shown. */
function fieldOf(error: unknown): PasswordProblem | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'wrong_credentials') return { field: 'current', key: 'failed.current' };
  if (error.code !== 'weak_password') return null;
  const { reason, min_length } = error.details as { reason: string; min_length?: number };
  return { field: 'next', key: `failed.weak.${reason}`, ...(min_length ? { count: min_length } : {}) };
}
