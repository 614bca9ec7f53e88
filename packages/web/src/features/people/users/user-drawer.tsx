import { useSession } from '#shared/api/session.ts';
import { useLanguage } from '#shared/lib/language.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { SaveState, type SaveStatus } from '#shared/ui/states/save-state.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Group, Radio } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Level, Person, Reference } from '@trunkline/contract';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changePerson } from './api.ts';
import { freeExtension } from './free-extension.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { UserAccess } from './user-access.tsx';
import { refusalSentenceOf } from './user-failure.ts';
import { UserFields } from './user-fields.tsx';
import { changesIn, formOf, onlyDepartment } from './user-form.ts';
import { useUserForm, type FirstSignIn } from './use-user-form.ts';
import classes from './users.module.css';

type Props = {
  /** Null for a new user. */
  person: Person | null;
  people: readonly Person[];
  levels: readonly Level[];
  reference: Reference;
  canEdit: boolean;
  onClose: () => void;
};

const SIGN_INS: readonly FirstSignIn[] = ['invitation', 'temporary_password'];

/** The form of a user: profile, permissions, routing and sign-in. */
export function UserDrawer({ person, people, levels, reference, canEdit, onClose }: Props) {
  const { t } = useTranslation('people/users');
  const id = useId();
  const [password, setPassword] = useState<string | null>(null);
  const canInvite = useSession().config.mail.is_configured;
  const defaults = { language: useLanguage(), department_ids: onlyDepartment(reference.departments) };
  const state = useUserForm(person, {
    defaults,
    canInvite,
    onSaved(saved) {
      if (person) sayChanged(person, saved.person);
      else toast(t(saved.password ? 'created' : 'invited', { name: saved.person.fullname }));
      if (saved.password) setPassword(saved.password);
      else onClose();
    },
  });

  function sayChanged(before: Person, after: Person): void {
    const back = changesIn(formOf(before, defaults), formOf(after, defaults));
    const undo = () =>
      changePerson(after.id, { version: after.version, ...back }).then(
        () => toast(t('undone')),
        () => toast(t('not-undone'), { kind: 'failed' }),
      );
    toast(t('saved', { name: after.fullname }), { action: { label: t('undo'), run: () => void undo() } });
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (state.isChanged || !person) state.submit();
  }

  if (password !== null) return <PasswordDialog password={password} onClose={onClose} />;
  const isFailed = state.error !== null && refusalSentenceOf(state.error) !== 'stale';
  const name = state.form.fullname;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={person ? person.fullname : t('new')}
      width={560}
      footer={
        canEdit && (
          <>
            <span className={classes['status']}>
              <SaveState status={statusOf(state, isFailed)} />
            </span>
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <Button
              type="submit"
              form={id}
              loading={state.isSaving}
              disabled={person !== null && !state.isChanged}
            >
              {t(person ? 'save' : 'create')}
            </Button>
          </>
        )
      }
    >
      <div className={classes['form']}>
        <form id={id} className={classes['form']} onSubmit={handleSubmit} noValidate>
          {!canEdit && (
            <p className={classes['locked']}>
              <IconLock size={16} stroke={1.75} aria-hidden />
              {t('read-only')}
            </p>
          )}
          {isFailed && (
            <Notice kind="failed">{t(`failed.${refusalSentenceOf(state.error)}`, { name })}</Notice>
          )}
          <fieldset disabled={!canEdit} className={classes['fields']}>
            <UserFields
              form={state.form}
              problems={state.problems}
              levels={levels}
              reference={reference}
              suggested={freeExtension(people.map(({ extension }) => extension))}
              onChange={state.set}
            />
            {!person && (
              <div className={classes['part']}>
                <h3>{t('part.sign-in')}</h3>
                <Radio.Group
                  aria-label={t('part.sign-in')}
                  value={state.signIn}
                  onChange={(value) => state.setSignIn(SIGN_INS.find((one) => one === value) ?? 'invitation')}
                >
                  <Group gap={12}>
                    {SIGN_INS.map((value) => (
                      <Radio
                        key={value}
                        value={value}
                        label={t(`sign-in.${value}`)}
                        disabled={value === 'invitation' && !canInvite}
                      />
                    ))}
                  </Group>
                </Radio.Group>
                <p className={classes['dim']}>{t(`sign-in-hint.${state.signIn}`)}</p>
                {!canInvite && <p className={classes['dim']}>{t('sign-in-hint.no-mail')}</p>}
              </div>
            )}
          </fieldset>
        </form>
        {person && <UserAccess person={person} people={people} canEdit={canEdit} />}
      </div>
    </Drawer>
  );
}

function statusOf(state: ReturnType<typeof useUserForm>, isFailed: boolean): SaveStatus {
  if (state.isSaving) return 'saving';
  if (isFailed) return 'failed';
  return state.isChanged ? 'unsaved' : 'saved';
}
