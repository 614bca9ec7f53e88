import { ApiError } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { SignOutEverywhere } from '#shared/sessions/sign-out-everywhere.tsx';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import {
  CAPACITY_MAX,
  EXTENSION,
  stalePersonDetails,
  type Person,
  type Reference,
} from '@trunkline/contract';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { WholeNumber } from '../whole-number.tsx';
import { sameValue } from '#shared/forms/same-value.ts';
import settings from '../settings.module.css';
import { changePerson, showPerson } from './api.ts';
import { SkillFields } from './skill-fields.tsx';

type Props = {
  person: Person;
  reference: Reference;
  canEdit: boolean;
  onClose: () => void;
};
type Form = Pick<Person, 'chat_capacity' | 'skills' | 'extension'>;

const formOf = ({ chat_capacity, skills, extension }: Person): Form => ({ chat_capacity, skills, extension });

/** What somebody is offered: how much at once, what they know, and which phone is theirs. */
export function PersonDrawer({ person, reference, canEdit, onClose }: Props) {
  const { t } = useTranslation('settings/people');
  const { can, user } = useSession();
  const id = useId();
  const saved = formOf(person);
  const [form, setForm] = useState(saved);
  const { save, failure } = useSave(person, onClose);
  const isCapacity =
    Number.isInteger(form.chat_capacity) && form.chat_capacity >= 0 && form.chat_capacity <= CAPACITY_MAX;
  const isExtension = EXTENSION.test(form.extension.trim());
  const isPossible = isCapacity && isExtension;
  const isChanged = !sameValue(form, saved);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isChanged && isPossible) save.mutate(form);
  }

  const departments = reference.departments.filter((each) => person.department_ids.includes(each.id));
  return (
    <Drawer
      opened
      onClose={onClose}
      title={person.fullname}
      footer={
        canEdit && (
          <>
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <Button type="submit" form={id} loading={save.isPending} disabled={!isChanged || !isPossible}>
              {t('save')}
            </Button>
          </>
        )
      }
    >
      <form id={id} onSubmit={handleSubmit} className={settings['fields']} noValidate>
        {!canEdit && (
          <p className={settings['locked']}>
            <IconLock size={16} stroke={1.75} aria-hidden />
            {t('read-only')}
          </p>
        )}
        {failure && <Notice kind="failed">{t(failure)}</Notice>}
        <p className={settings['dim']}>
          {t('departments')}: {departments.map(({ name }) => name).join(', ') || t('nothing')}
        </p>
        <fieldset disabled={!canEdit} className={settings['sections']}>
          <div className={settings['fields']}>
            <WholeNumber
              label={t('capacity')}
              description={t('capacity-hint')}
              value={form.chat_capacity}
              error={!isCapacity && t('range', { max: CAPACITY_MAX })}
              onChange={(chat_capacity) => setForm({ ...form, chat_capacity })}
              isFirst
            />
            <TextInput
              label={t('extension')}
              description={t('extension-hint')}
              value={form.extension}
              maxLength={40}
              spellCheck={false}
              error={!isExtension && t('extension-bad')}
              onChange={(event) => setForm({ ...form, extension: event.currentTarget.value })}
            />
            <SkillFields
              skills={form.skills}
              known={reference.skills}
              onChange={(skills) => setForm({ ...form, skills })}
            />
          </div>
        </fieldset>
        {can('USERS:SESSIONS') && person.id !== user.id && <SignOutEverywhere person={person} />}
      </form>
    </Drawer>
  );
}

/** Saves with the way back, or says why not. */
function useSave(person: Person, onSaved: () => void) {
  const { t } = useTranslation('settings/people');
  const save = useMutation({
    mutationFn: (form: Form) => changePerson(person.id, { ...form, version: person.version }),
    onSuccess({ version }) {
      const undo = () =>
        changePerson(person.id, { ...formOf(person), version }).then(
          () => toast(t('undone')),
          () => toast(t('not-undone'), { kind: 'failed' }),
        );
      toast(t('saved', { name: person.fullname }), {
        action: { label: t('undo'), run: () => void undo() },
      });
      onSaved();
    },
    onError(error) {
      const details = stalePersonDetails.safeParse(error instanceof ApiError ? error.details : null);
      if (!details.success) return;
      showPerson(details.data.current);
      toast(t('stale'), { kind: 'info' });
    },
  });
  const code = save.error instanceof ApiError ? save.error.code : null;
  const reason = code === 'offline' || code === 'duplicate' ? code : 'failed';
  const failure = save.isError ? reason : null;
  return { save, failure } as const;
}
