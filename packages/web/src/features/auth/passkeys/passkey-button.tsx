import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../use-failure-text.ts';
import { passkeyFailure, signInByPasskey } from './api.ts';

/** Passkeys belong to a host name; browsers refuse them on IP addresses. */
const IS_NUMERIC = /^[\d.]+$|^\[/.test(window.location.hostname);

/** Signs in with a passkey; renders nothing where the browser or the address does not support them. */
export function PasskeyButton({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useTranslation('auth/passkeys');
  const failureText = useFailureText();
  const signIn = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone });
  if (IS_NUMERIC || !browserSupportsWebAuthn()) return null;
  const why = signIn.isError ? passkeyFailure(signIn.error, 'cancelled') : null;
  return (
    <>
      {signIn.isError && (
        <Notice kind="failed">{why ? t(`failed.${why}`) : failureText(signIn.error)}</Notice>
      )}
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={signIn.isPending}
        leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
        onClick={() => signIn.mutate()}
      >
        {t('sign-in')}
      </Button>
    </>
  );
}
