import { ApiError, call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useLanguage } from '#shared/lib/language.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createAdministrator, emailAddress, LIMITS, login, onOneLine } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SetupFrame } from './setup-frame.tsx';
import { useRefusal } from './use-refusal.ts';
import classes from './setup.module.css';

const NAMES = ['word', 'fullname', 'username', 'email', 'password', 'repeat'] as const;
type Name = (typeof NAMES)[number];
type Form = Record<Name, string>;

/** Returns the setup word from behind the `#` of the address, where no server or proxy logs it. */
const wordInAddress = (): string => decodeURIComponent(globalThis.location.hash.slice(1));

/** The form of a workspace's first user: their account with a password, and the setup word that the server printed when it started. */
export function AdministratorForm() {
  const { t } = useTranslation('first-run');
  const language = useLanguage();
  const refusal = useRefusal();
  const [inAddress] = useState(wordInAddress);
  const [form, setForm] = useState<Form>({
    word: inAddress,
    fullname: '',
    username: '',
    email: '',
    password: '',
    repeat: '',
  });
  const [problems, setProblems] = useState<Partial<Record<Name, string>>>({});
  const create = useMutation({
    mutationFn: async () => {
      const { word, fullname, username, email, password } = form;
      const body = { word, fullname, username, email: email.trim() || null, password, language };
      await call(createAdministrator, { body });
      await call(login, { body: { username, password } });
    },
    onSuccess: async () => {
      // The setup word has been used, so it is removed from the address.
      globalThis.history.replaceState(globalThis.history.state, '', '/setup');
      await queryClient.resetQueries();
    },
    onError(error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'set_up_already') void queryClient.resetQueries({ queryKey: ['first-run'] });
      if (code === 'weak_password') setProblems({ password: refusal(error) });
      if (code === 'wrong_word') setProblems({ word: refusal(error) });
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const found = problemsOf(form);
    setProblems(
      Object.fromEntries(found.map(([name, key]) => [name, t(key, { count: LIMITS.passwordMin })])),
    );
    if (found.length === 0 && !create.isPending) create.mutate();
  }

  const field = (name: Name) => ({
    label: t(`administrator.${name}`),
    size: 'md' as const,
    value: form[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('administrator.show'), tabIndex: 0 } };
  return (
    <SetupFrame title={t('administrator.title')} intro={t('administrator.intro')} step={1}>
      <form onSubmit={handleSubmit} noValidate className={classes['form']}>
        {create.isError && Object.keys(problems).length === 0 && (
          <Notice kind="failed">{refusal(create.error)}</Notice>
        )}
        {(inAddress === '' || problems.word !== undefined) && (
          <TextInput
            {...field('word')}
            description={t('administrator.word-hint')}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <TextInput {...field('fullname')} autoComplete="name" autoFocus maxLength={LIMITS.name} />
        <div className={classes['pair']}>
          <TextInput
            {...field('username')}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={LIMITS.name}
          />
          <TextInput {...field('email')} type="email" autoComplete="email" />
        </div>
        <PasswordInput
          {...field('password')}
          {...toggle}
          description={t('administrator.rule', { count: LIMITS.passwordMin })}
          autoComplete="new-password"
        />
        <PasswordInput {...field('repeat')} {...toggle} autoComplete="new-password" />
        <Button type="submit" size="md" loading={create.isPending}>
          {t('administrator.submit')}
        </Button>
      </form>
    </SetupFrame>
  );
}

/** Returns the problems that are known without asking the server. */
function problemsOf({ word, fullname, username, email, password, repeat }: Form): [Name, string][] {
  const problems: [Name, string][] = [];
  if (word.trim() === '') problems.push(['word', 'required']);
  if (onOneLine(fullname) === '') problems.push(['fullname', 'required']);
  if (onOneLine(username) === '') problems.push(['username', 'required']);
  if (email.trim() !== '' && !emailAddress.safeParse(email.trim()).success)
    problems.push(['email', 'bad-email']);
  if ([...password].length < LIMITS.passwordMin) problems.push(['password', 'weak.too_short']);
  else if (password !== repeat) problems.push(['repeat', 'mismatch']);
  return problems;
}
