import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { LIMITS, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { DepartmentSelect } from '../department-select.tsx';
import { WholeNumber } from '../whole-number.tsx';
import type { MailboxField, MailboxForm } from './mailbox-form.ts';
import classes from '../settings.module.css';

export type MailboxSectionProps = {
  form: MailboxForm;
  problems: ReadonlySet<MailboxField>;
  change: (patch: Partial<MailboxForm>) => void;
};

/** Name, address, department and whether the mailbox is active. */
export function MailboxSection({
  form,
  problems,
  change,
  departments,
}: MailboxSectionProps & { departments: Reference['departments'] }) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('mailbox.general')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('mailbox.name')}
          description={t('mailbox.name-hint')}
          value={form.name}
          maxLength={LIMITS.name}
          error={problems.has('name') && t('required')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('mailbox.address')}
          type="email"
          value={form.address}
          maxLength={LIMITS.identity}
          placeholder="support@example.com"
          error={problems.has('address') && t('mailbox.address-bad')}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
        <TextInput
          label={t('mailbox.display-name')}
          description={t('mailbox.display-name-hint')}
          value={form.display_name}
          maxLength={LIMITS.name}
          onChange={(event) => change({ display_name: event.currentTarget.value })}
        />
        <DepartmentSelect
          label={t('mailbox.department')}
          description={t('mailbox.department-hint')}
          value={form.department_id}
          departments={departments}
          onChange={(department_id) => change({ department_id })}
        />
        <Switch
          label={t('mailbox.is-active')}
          checked={form.is_active}
          onChange={(event) => change({ is_active: event.currentTarget.checked })}
        />
      </div>
    </FormSection>
  );
}

/** The signature, and whether replies quote the original message. */
export function AnswersSection({ form, change }: MailboxSectionProps) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('mailbox.answers')}>
      <div className={classes['fields']}>
        <Textarea
          label={t('mailbox.signature')}
          description={t('mailbox.signature-hint')}
          value={form.signature}
          maxLength={LIMITS.mailSignature / 10}
          autosize
          minRows={3}
          onChange={(event) => change({ signature: event.currentTarget.value })}
        />
        <Switch
          label={t('mailbox.quotes')}
          checked={form.quotes_last}
          onChange={(event) => change({ quotes_last: event.currentTarget.checked })}
        />
      </div>
    </FormSection>
  );
}

/** Protection against mail loops, and blocked senders. */
export function ProtectionSection({ form, problems, change }: MailboxSectionProps) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('mailbox.protection')} hint={t('mailbox.protection-hint')}>
      <div className={classes['fields']}>
        <WholeNumber
          label={t('mailbox.loop')}
          description={t('mailbox.loop-hint')}
          value={form.loop_limit}
          error={problems.has('loop_limit') && t('mailbox.loop-bad')}
          onChange={(loop_limit) => change({ loop_limit })}
        />
        <TextInput
          label={t('mailbox.proof.id')}
          description={t('mailbox.proof.hint')}
          value={form.authserv_id}
          maxLength={LIMITS.identity}
          spellCheck={false}
          placeholder="mx.example.com"
          error={problems.has('authserv_id') && t('mailbox.proof.bad')}
          onChange={(event) => change({ authserv_id: event.currentTarget.value })}
        />
        <Textarea
          label={t('mailbox.groups')}
          description={t('mailbox.groups-hint')}
          value={form.groups}
          autosize
          minRows={2}
          spellCheck={false}
          error={problems.has('groups') && t('mailbox.groups-bad')}
          onChange={(event) => change({ groups: event.currentTarget.value })}
        />
        <Textarea
          label={t('mailbox.blocked')}
          description={t('mailbox.blocked-hint')}
          value={form.blocked}
          autosize
          minRows={2}
          spellCheck={false}
          error={problems.has('blocked') && t('mailbox.blocked-bad')}
          onChange={(event) => change({ blocked: event.currentTarget.value })}
        />
      </div>
    </FormSection>
  );
}
