import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession } from '#shared/api/session.ts';
import { SubjectChanges } from '#shared/audit/subject-changes.tsx';
import { minuteTime } from '#shared/lib/format.ts';
import { SignOutEverywhere } from '#shared/sessions/sign-out-everywhere.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  activatePerson,
  resetUserPassword,
  resetUserSecondFactor,
  sendInvitation,
  sendPasswordLink,
  withdrawInvitation,
  type Person,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLevels } from '../levels/api.ts';
import { holdsMore } from '../levels/level-form.ts';
import { userSessionsQuery, showPerson } from './api.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { EraseUserDialog } from './erase-user-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SeeAs } from './see-as.tsx';
import { refusalSentenceOf } from './user-failure.ts';
import { UserSessions } from './user-sessions.tsx';
import { UserState } from './users-table.tsx';
import classes from './users.module.css';

type Props = { person: Person; people: readonly Person[]; canEdit: boolean };

/** How a user signs in, their sessions, and whether they are active. */
export function UserAccess({ person, people, canEdit }: Props) {
  const isOwn = person.id === useSession().user.id;
  const isMore = useHoldsMore(person);
  return (
    <>
      <SignIn person={person} canEdit={canEdit} isOwn={isOwn} isMore={isMore} />
      {isMore === false && <SeeAs person={person} />}
      {canEdit && !isOwn && isMore === false && <Working person={person} people={people} />}
      <SubjectChanges subject={`user ${person.id}`} />
    </>
  );
}

type SignInProps = Pick<Props, 'person' | 'canEdit'> & { isOwn: boolean; isMore: boolean | undefined };

function SignIn({ person, canEdit, isOwn, isMore }: SignInProps) {
  const { t } = useTranslation('people/users');
  const { can } = useSession();
  const mayAct = isMore === false;
  const canReset = mayAct && !isOwn && can('USERS:RESET_PASSWORD');
  return (
    <div className={classes['part']}>
      <h3>
        {t('part.sign-in')} <UserState person={person} />
      </h3>
      {isMore === true && <p className={classes['dim']}>{t('holds-more')}</p>}
      {person.is_active && person.sign_in !== 'ready' && (
        <Invitation person={person} canEdit={canEdit && mayAct} />
      )}
      {person.is_active && canReset && <ResetPassword person={person} />}
      {person.has_second_factor && <SecondFactor person={person} canReset={canReset} />}
      {can('USERS:SESSIONS') && person.sign_in === 'ready' && (
        <Sessions person={person} isOwn={isOwn} mayAct={mayAct} />
      )}
    </div>
  );
}

/** Nobody acts on somebody who holds more than they do. Undefined until it is known; of oneself always false. */
function useHoldsMore({ id, user_level_id: levelId }: Person): boolean | undefined {
  const { user } = useSession();
  const levels = useLevels().data;
  const level = levels?.data.find((one) => one.id === levelId);
  if (id === user.id) return false;
  return levels && level && holdsMore(level, levels);
}

function Sessions({ person, isOwn, mayAct }: Pick<Props, 'person'> & { isOwn: boolean; mayAct: boolean }) {
  return (
    <>
      <UserSessions person={person} canEnd={mayAct} />
      {mayAct && !isOwn && (
        <SignOutEverywhere
          person={person}
          onDone={() => void queryClient.invalidateQueries(userSessionsQuery(person.id))}
        />
      )}
    </>
  );
}

/** Returns a function that carries out an action at once and shows a toast with its result. */
function useAct<T>(act: () => Promise<T>, onDone: (result: T) => void) {
  const { t } = useTranslation('people/users');
  return useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (error) => toast(t(`failed.${refusalSentenceOf(error)}`), { kind: 'failed' }),
  });
}

function Invitation({ person, canEdit }: Pick<Props, 'person' | 'canEdit'>) {
  const { t } = useTranslation('people/users');
  const { id, fullname: name, invitation_expires_at: expires, sign_in: state, email } = person;
  const send = useAct(
    () => call(sendInvitation, { params: { id } }),
    ({ data }) => {
      showPerson(data);
      toast(t('invitation.sent', { name }));
    },
  );
  const withdraw = useAct(
    () => call(withdrawInvitation, { params: { id } }),
    ({ data }) => {
      showPerson(data);
      toast(t('invitation.withdrawn'));
    },
  );
  return (
    <>
      <p className={classes['dim']}>
        {t(`invitation.${state}`, { when: expires ? minuteTime(expires) : '', email: email ?? '' })}
      </p>
      {canEdit && (
        <div className={classes['actions']}>
          <Button
            variant="default"
            size="xs"
            disabled={email === null}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {t(state === 'none' ? 'invitation.send' : 'invitation.again')}
          </Button>
          {state !== 'none' && (
            <Button
              variant="default"
              size="xs"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              {t('invitation.withdraw')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function ResetPassword({ person: { id, fullname: name, email } }: Pick<Props, 'person'>) {
  const { t } = useTranslation('people/users');
  const [password, setPassword] = useState<string | null>(null);
  const link = useAct(
    () => call(sendPasswordLink, { params: { id } }),
    () => toast(t('reset.sent', { name })),
  );
  const temporary = useAct(
    () => call(resetUserPassword, { params: { id } }),
    ({ temporary_password: made }) => {
      setPassword(made);
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      void queryClient.invalidateQueries(userSessionsQuery(id));
    },
  );
  return (
    <>
      <div className={classes['actions']}>
        <Button
          variant="default"
          size="xs"
          disabled={email === null}
          loading={link.isPending}
          onClick={() => link.mutate()}
        >
          {t('reset.link')}
        </Button>
        <Button variant="default" size="xs" loading={temporary.isPending} onClick={() => temporary.mutate()}>
          {t('reset.temporary')}
        </Button>
      </div>
      {password !== null && <PasswordDialog password={password} onClose={() => setPassword(null)} />}
    </>
  );
}

function SecondFactor({ person: { id, fullname: name }, canReset }: { person: Person; canReset: boolean }) {
  const { t } = useTranslation('people/users');
  const reset = useAct(
    () => call(resetUserSecondFactor, { params: { id } }),
    () => {
      toast(t('second-factor.done', { name }));
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      void queryClient.invalidateQueries(userSessionsQuery(id));
    },
  );
  return (
    <>
      <p className={classes['dim']}>{t('second-factor.on')}</p>
      {canReset && (
        <div className={classes['actions']}>
          <Button variant="default" size="xs" loading={reset.isPending} onClick={() => reset.mutate()}>
            {t('second-factor.reset')}
          </Button>
        </div>
      )}
    </>
  );
}

function Working({ person, people }: Pick<Props, 'person' | 'people'>) {
  const { t } = useTranslation('people/users');
  const [isAsked, setAsked] = useState(false);
  const [isErasing, setErasing] = useState(false);
  const { id, version, fullname: name } = person;
  const activate = useAct(
    () => call(activatePerson, { params: { id }, body: { version } }),
    ({ data }) => {
      showPerson(data);
      toast(t('activated', { name }));
    },
  );
  return (
    <div className={classes['part']}>
      <h3>{t('part.working')}</h3>
      <p className={classes['dim']}>{t(person.is_active ? 'deactivate-hint' : 'activate-hint')}</p>
      <div className={classes['actions']}>
        {person.is_active ? (
          <Button color="red" variant="light" size="xs" onClick={() => setAsked(true)}>
            {t('deactivate.action')}…
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              size="xs"
              loading={activate.isPending}
              onClick={() => activate.mutate()}
            >
              {t('activate')}
            </Button>
            <Button color="red" variant="light" size="xs" onClick={() => setErasing(true)}>
              {t('erase.action')}…
            </Button>
          </>
        )}
      </div>
      {isErasing && <EraseUserDialog person={person} onClose={() => setErasing(false)} />}
      {isAsked && <DeactivateDialog person={person} people={people} onClose={() => setAsked(false)} />}
    </div>
  );
}
