import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { toast } from '#shared/ui/states/toast.ts';
import {
  createMailbox,
  removeMailbox,
  updateMailbox,
  type Mailbox,
  type Reference,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorFrame } from '../account-kit/editor-frame.tsx';
import { cacheRecord } from '../account-kit/cache-record.ts';
import { IgnoredMails } from './ignored-mails.tsx';
import { mailboxBody, mailboxFormOf, mailboxProblems, newMailbox } from './mailbox-form.ts';
import { mailboxRefusal } from './mailbox-refusal.ts';
import { MailboxHealth } from './mailbox-health.tsx';
import {
  AnswersSection,
  MailboxSection,
  ProtectionSection,
  type MailboxSectionProps,
} from './mailbox-sections.tsx';
import { MailboxTest } from './mailbox-test.tsx';
import { MailServerSection } from './mail-server-section.tsx';
import { RemoveSection } from '../remove-section.tsx';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import classes from '../widgets.module.css';

type Props = {
  /** Undefined for a new mailbox. */
  mailbox: Mailbox | undefined;
  departments: Reference['departments'];
  canEdit: boolean;
  onDone: (id: number | undefined) => void;
};

/** The form of one mailbox; a new one exists once it is saved. */
export function MailboxEditor({ mailbox, departments, canEdit, onDone }: Props) {
  const { t } = useTranslation('settings');
  const [fresh] = useState(() => newMailbox(departments.find(({ is_active: isOn }) => isOn)?.id ?? 0));
  const [refusal, setRefusal] = useState<ReturnType<typeof mailboxRefusal>>(null);
  const { draft, problems, error, bar } = useSavedForm({
    key: `mailbox ${mailbox?.id ?? 'new'}`,
    saved: mailbox ? mailboxFormOf(mailbox) : fresh,
    problemsOf: (form) => mailboxProblems(form, mailbox),
    async send(form) {
      setRefusal(null);
      const body = mailboxBody(form, mailbox);
      const saving = mailbox
        ? call(updateMailbox, { params: { id: mailbox.id }, body })
        : call(createMailbox, { body });
      const { data } = await saving.catch((failure: unknown) => {
        setRefusal(mailboxRefusal(failure));
        throw failure;
      });
      cacheRecord('mailboxes', data);
      if (!mailbox) toast(t('mailbox.created', { name: data.name }));
      if (!mailbox) onDone(data.id);
    },
  });
  const section: MailboxSectionProps = {
    form: draft.value,
    problems,
    change: (patch) => draft.set({ ...draft.value, ...patch }),
  };
  return (
    <EditorFrame
      name={mailbox?.name ?? t('mailbox.new')}
      canEdit={canEdit}
      bar={bar}
      error={error && t(refusal ?? error)}
      record={{ about: 'mailbox', subject: mailbox?.id }}
      onLeave={mailbox ? undefined : () => onDone(undefined)}
    >
      {mailbox && <MailboxHealth health={mailbox.health} />}
      <fieldset disabled={!canEdit} className={classes['sections']}>
        <MailboxSection {...section} departments={departments} />
        <MailServerSection {...section} side="imap" mailbox={mailbox} />
        <MailServerSection {...section} side="smtp" mailbox={mailbox} />
        {canEdit && <MailboxTest form={draft.value} mailbox={mailbox} />}
        <AnswersSection {...section} />
        <ProtectionSection {...section} />
      </fieldset>
      {mailbox && (
        <div className={classes['sections']} data-apart>
          <IgnoredMails mailboxId={mailbox.id} canEdit={canEdit} />
        </div>
      )}
      {mailbox && canEdit && (
        <div className={classes['sections']} data-apart>
          <Remove mailbox={mailbox} onDone={onDone} />
        </div>
      )}
    </EditorFrame>
  );
}

function Remove({ mailbox, onDone }: { mailbox: Mailbox; onDone: Props['onDone'] }) {
  const { t } = useTranslation('settings');
  const { id, name } = mailbox;
  return (
    <RemoveSection
      words={{
        title: t('mailbox.remove.title'),
        hint: t('mailbox.remove.hint'),
        ask: t('mailbox.remove.ask', { name }),
        removed: t('mailbox.remove.removed', { name }),
        switchedOff: t('mailbox.remove.switched-off', { name }),
      }}
      remove={async () => (await call(removeMailbox, { params: { id } })).removed}
      switchOn={() => call(updateMailbox, { params: { id }, body: { is_active: true } })}
      onChanged={async (isGone) => {
        await queryClient.invalidateQueries({ queryKey: ['mailboxes'] });
        if (isGone) onDone(undefined);
      }}
    />
  );
}
