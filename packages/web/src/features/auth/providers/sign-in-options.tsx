import { call } from '#shared/api/call.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Divider } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listLoginProviders, startProviderLogin } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { useFailureText } from '../use-failure-text.ts';
import classes from './providers.module.css';
import { RefusedNotice } from './refused-notice.tsx';

type Props = { next: string | undefined; refused: string | undefined; onDone: () => Promise<void> };

/** Ways to sign in other than by password; renders nothing where there are none. */
export function SignInOptions({ next, refused, onDone }: Props) {
  const { t } = useTranslation('auth/providers');
  const failureText = useFailureText();
  const providers = useQuery({
    queryKey: ['login-providers'],
    queryFn: ({ signal }) => call(listLoginProviders, { signal }).then((answer) => answer.data),
  });
  const go = useMutation({
    mutationFn: (id: number) =>
      call(startProviderLogin, { params: { id }, body: next === undefined ? {} : { next } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const isUnreachable = errorCode(go.error) === 'provider_unreachable';
  return (
    <div className={classes['options']}>
      <RefusedNotice why={refused} />
      {go.isError && (
        <Notice kind="failed">
          {isUnreachable ? t('failed.provider_unreachable') : failureText(go.error)}
        </Notice>
      )}
      <PasskeyButton onDone={onDone} />
      {providers.data && providers.data.length > 0 && <Divider label={t('or')} />}
      {providers.data?.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          fullWidth
          loading={go.isSuccess || (go.isPending && go.variables === id)}
          onClick={() => go.mutate(id)}
        >
          {t('sign-in-with', { name })}
        </Button>
      ))}
    </div>
  );
}
