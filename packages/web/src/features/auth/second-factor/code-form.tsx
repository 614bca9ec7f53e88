import { Button, TextInput, type MantineSize } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useCodeFailure } from './use-code-failure.ts';

type Props = {
  label: string;
  hint?: string;
  submitLabel: string;
  size?: MantineSize;
  onCode: (code: string) => Promise<unknown>;
  children?: ReactNode;
};

/** A form for one code, from an authenticator app or from the list of recovery codes. */
export function CodeForm({ label, hint, submitLabel, size = 'sm', onCode, children }: Props) {
  const [code, setCode] = useState('');
  const failure = useCodeFailure();
  const send = useMutation({ mutationFn: () => onCode(code), onError: () => setCode('') });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (code.trim() !== '' && !send.isPending) send.mutate();
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <TextInput
        label={label}
        description={hint}
        size={size}
        value={code}
        maxLength={40}
        error={send.isError && failure(send.error)}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        autoFocus
      />
      <Button type="submit" size={size} loading={send.isPending} fullWidth={size === 'md'}>
        {submitLabel}
      </Button>
      {children}
    </form>
  );
}
