import { ApiError, call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { configQuery } from '#shared/api/session.ts';
import { CopyButton } from '#shared/copy/copy.tsx';
import { useLanguage } from '#shared/lib/language.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createPerson,
  emailAddress,
  LIMITS,
  listLevels,
  listPeople,
  type Language,
  type Level,
  type Person,
  onOneLine,
} from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { firstDepartment } from './save-department.ts';
import { SetupFrame } from '../setup-frame.tsx';
import { useRefusal } from '../use-refusal.ts';
import classes from '../setup.module.css';
import { useStep } from './use-step.ts';

type Entry = { fullname: string; email: string; level: string };
type CreatedColleague = { person: Person; password: string | null };

/** Adds colleagues. They get an invitation where e-mail can be sent, otherwise a temporary password to pass on. */
export function ColleaguesStep() {
  const config = useQuery(configQuery);
  const people = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => call(listPeople, { signal }).then((answer) => answer.data),
  });
  const levels = useQuery({
    queryKey: ['levels'],
    queryFn: ({ signal }) => call(listLevels, { signal }),
  });
  const failed = config.error ?? people.error ?? levels.error;
  const retry = () => void Promise.all([config.refetch(), people.refetch(), levels.refetch()]);
  if (failed) return <ErrorState isPage error={failed} onRetry={retry} />;
  if (!config.data || !people.data || !levels.data) return <Skeletons rows={6} />;
  const canInvite = config.data.mail.is_configured;
  return <Colleagues people={people.data} levels={levels.data.data} canInvite={canInvite} />;
}

type Props = { people: readonly Person[]; levels: readonly Level[]; canInvite: boolean };

function Colleagues({ people, levels, canInvite }: Props) {
  const { t } = useTranslation('first-run');
  const refusal = useRefusal();
  const [passwords, setPasswords] = useState<ReadonlyMap<number, string>>(new Map());
  // Reaching the last step redirects by itself; data cached before the setup is dropped, so that the next page fetches
  // it anew.
  const finish = useStep('done', () => {
    queryClient.removeQueries({ queryKey: ['session'] });
    queryClient.removeQueries({ queryKey: ['reference'] });
    return Promise.resolve();
  });
  const add = ({ person, password }: CreatedColleague) => {
    queryClient.setQueryData<Person[]>(['people'], (known) => [...(known ?? []), person]);
    if (password !== null) setPasswords(new Map([...passwords, [person.id, password]]));
  };
  return (
    <SetupFrame
      title={t('colleagues.title')}
      intro={t(canInvite ? 'colleagues.intro-invite' : 'colleagues.intro-passwords')}
      step={5}
    >
      <div className={classes['form']}>
        {finish.error && <Notice kind="failed">{refusal(finish.error)}</Notice>}
        {passwords.size > 0 && <Notice kind="warning">{t('colleagues.once')}</Notice>}
        <ul className={classes['people']}>
          {people.map((person) => (
            <li key={person.id} className={classes['made']}>
              <span>{person.fullname}</span>
              <span className={classes['dim']}>{`${person.username} · ${person.level}`}</span>
              <Password password={passwords.get(person.id)} name={person.fullname} />
            </li>
          ))}
        </ul>
        <NewColleague
          key={people.length}
          people={people}
          levels={levels}
          canInvite={canInvite}
          onMade={add}
        />
        <Button size="md" loading={finish.isSaving} onClick={finish.submit}>
          {t('colleagues.finish')}
        </Button>
      </div>
    </SetupFrame>
  );
}

function Password({ password, name }: { password: string | undefined; name: string }) {
  const { t } = useTranslation('first-run');
  if (password === undefined) return null;
  return (
    <>
      <code>{password}</code>
      <CopyButton text={password} size="xs" label={t('colleagues.password-of', { name })} />
    </>
  );
}

type NewProps = Props & { onMade: (made: CreatedColleague) => void };

function NewColleague({ people, levels, canInvite, onMade }: NewProps) {
  const { t } = useTranslation('first-run');
  const language = useLanguage();
  const refusal = useRefusal();
  const usual = levels.find(({ name }) => name === 'Agent') ?? levels.at(-1);
  const [entry, setEntry] = useState<Entry>({ fullname: '', email: '', level: String(usual?.id ?? '') });
  const [problems, setProblems] = useState<Partial<Record<keyof Entry, string>>>({});
  const create = useMutation({
    mutationFn: async (): Promise<CreatedColleague> => {
      const answer = await call(createPerson, {
        body: await accountOf(entry, { people, canInvite, language }),
      });
      return { person: answer.data, password: answer.temporary_password };
    },
    onSuccess: onMade,
    onError(error) {
      if (error instanceof ApiError && error.code === 'duplicate') setProblems({ email: refusal(error) });
    },
  });
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const { fullname, email } = entry;
    const isAddress = emailAddress.safeParse(email.trim()).success;
    const found = {
      ...(onOneLine(fullname) === '' && { fullname: t('required') }),
      ...(!isAddress && { email: t('bad-email') }),
    };
    setProblems(found);
    if (Object.keys(found).length === 0 && !create.isPending) create.mutate();
  }
  return (
    <form onSubmit={handleSubmit} noValidate className={classes['form']}>
      {create.error && problems.email === undefined && <Notice kind="failed">{refusal(create.error)}</Notice>}
      <div className={classes['person']}>
        <TextInput
          label={t('colleagues.fullname')}
          // Also after each colleague, since the form is then a new one.
          autoFocus
          value={entry.fullname}
          maxLength={LIMITS.name}
          error={problems.fullname}
          onChange={(event) => setEntry({ ...entry, fullname: event.currentTarget.value })}
        />
        <TextInput
          label={t('colleagues.email')}
          type="email"
          value={entry.email}
          error={problems.email}
          onChange={(event) => setEntry({ ...entry, email: event.currentTarget.value })}
        />
        <Select
          label={t('colleagues.level')}
          allowDeselect={false}
          value={entry.level}
          data={levels.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(level) => level && setEntry({ ...entry, level })}
        />
      </div>
      <Button type="submit" variant="default" loading={create.isPending}>
        {t(canInvite ? 'colleagues.invite' : 'colleagues.add')}
      </Button>
    </form>
  );
}

type CreateContext = { people: readonly Person[]; canInvite: boolean; language: Language };

/** Their user name is the part of their e-mail address before the @, or a similar one that is free. */
async function accountOf({ fullname, email, level }: Entry, { people, canInvite, language }: CreateContext) {
  const department = await firstDepartment();
  const base = email.trim().split('@')[0] ?? '';
  const taken = new Set(people.map(({ username }) => username.toLowerCase()));
  const names = [base, ...Array.from({ length: people.length + 1 }, (_, n) => `${base}${n + 2}`)];
  return {
    fullname: onOneLine(fullname),
    username: names.find((name) => !taken.has(name.toLowerCase())) ?? base,
    email: email.trim(),
    user_level_id: Number(level),
    department_ids: department ? [department.id] : [],
    language,
    sign_in: canInvite ? ('invitation' as const) : ('temporary_password' as const),
  };
}
