import { call } from '#shared/api/call.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSignInLink } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { challengeIn } from '../auth-failure.ts';
import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import { useFailureText } from '../use-failure-text.ts';

type Props = {
  token: string;
  onDone: () => Promise<void>;
  onChallenge: (challenge: string) => void;
  onBack: () => void;
};

/**
 * Signs in by a link made on the server's command line. The button uses the link, not the
 * opening of the page.
 */
export function LinkStep({ token, onDone, onChallenge, onBack }: Props) {
  const { t } = useTranslation('auth/providers');
  const failureText = useFailureText();
  const signIn = useMutation({
    mutationFn: () => call(useSignInLink, { body: { token } }),
    onSuccess: onDone,
    onError(error) {
      const challenge = challengeIn(error);
      if (challenge !== null) onChallenge(challenge);
    },
  });
  const isOver = errorCode(signIn.error) === 'sign_in_expired';
  return (
    <EntryFrame title={t('link-title')}>
      {signIn.isError && (
        <Notice kind="failed">{isOver ? t('failed.sign_in_expired') : failureText(signIn.error)}</Notice>
      )}
      <p>{t('link-hint')}</p>
      <Button size="md" fullWidth loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('link-submit')}
      </Button>
      <Button variant="subtle" color="gray" fullWidth mt={8} onClick={onBack}>
        {t('link-back')}
      </Button>
    </EntryFrame>
  );
}
