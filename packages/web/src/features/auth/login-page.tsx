import { lazyPart } from '#shared/loading/lazy-part.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Anchor, Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { login } from '@trunkline/contract';
import { Suspense, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { challengeIn } from './auth-failure.ts';
import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import { useFailureText } from './use-failure-text.ts';
import { UsernameField } from './username-field.tsx';

const SecondStep = lazyPart(async () => ({
  default: (await import('./second-factor/second-step.tsx')).SecondStep,
}));

const LinkStep = lazyPart(async () => ({ default: (await import('./providers/link-step.tsx')).LinkStep }));
const SignInOptions = lazyPart(async () => ({
  default: (await import('./providers/sign-in-options.tsx')).SignInOptions,
}));

const REASONS = ['revoked', 'expired', 'signed-out', 'reset'];

/** The sign-in page. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { next, reason, refused } = useSearch({ from: '/login' });
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const failureText = useFailureText();
  const enter = useEnter(next);
  // Tokens are passed behind the `#`, because that part of an address never reaches a server's log.
  const [given] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  const [challenge, setChallenge] = useState(given.get('challenge'));
  const [link, setLink] = useState(given.get('link'));
  const [isLate, setLate] = useState(false);
  const signIn = useMutation({
    mutationFn: () => call(login, { body: { username, password } }),
    onSuccess: enter,
    onError: (error) => setChallenge(challengeIn(error)),
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setLate(false);
    if (!signIn.isPending) signIn.mutate();
  }

  function handleBack(isExpired: boolean): void {
    setPassword('');
    setLate(isExpired);
    setChallenge(null);
    signIn.reset();
  }

  if (challenge !== null)
    return (
      <Suspense>
        <SecondStep challenge={challenge} onDone={enter} onBack={handleBack} />
      </Suspense>
    );

  if (link !== null)
    return (
      <Suspense>
        <LinkStep token={link} onDone={enter} onChallenge={setChallenge} onBack={() => setLink(null)} />
      </Suspense>
    );
  return (
    <EntryFrame title={t('login.title')}>
      <form onSubmit={handleSubmit}>
        {reason && REASONS.includes(reason) && !signIn.isError && (
          <Notice>{t(`login.reason.${reason}`)}</Notice>
        )}
        {isLate && <Notice kind="warning">{t('login.reason.late')}</Notice>}
        {signIn.isError && <Notice kind="failed">{failureText(signIn.error)}</Notice>}
        <UsernameField value={username} onChange={setUsername} />
        <PasswordInput
          label={t('login.password')}
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
          required
          withAsterisk={false}
        />
        <Button type="submit" size="md" loading={signIn.isPending} fullWidth>
          {t('login.submit')}
        </Button>
        <Anchor component={Link} to="/forgot" size="sm" ta="center">
          {t('login.forgot')}
        </Anchor>
      </form>
      <Suspense>
        <SignInOptions next={next} refused={refused} onDone={enter} />
      </Suspense>
    </EntryFrame>
  );
}

/**
 * Returns the function that goes on after signing in, to the page that was asked for. It clears the cache first, so
 * that no data of an earlier user is left.
 */
function useEnter(next: string | undefined): () => Promise<void> {
  const navigate = useNavigate();
  const router = useRouter();
  return async () => {
    queryClient.clear();
    if (next) router.history.push(next);
    else await navigate({ to: '/' });
  };
}
