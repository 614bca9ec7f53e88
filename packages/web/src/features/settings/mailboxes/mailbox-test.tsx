import { call } from '#shared/api/call.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { useMutation } from '@tanstack/react-query';
import { testMailbox, type Mailbox, type MailboxTest as Result } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { linesOf, mailboxProblems, serverBody, type MailboxForm } from './mailbox-form.ts';
import { mailboxRefusal } from './mailbox-refusal.ts';
import { Fault } from './mailbox-health.tsx';
import { saveFailure } from '#shared/forms/save-failure.ts';
import { TestSection } from '../test-section.tsx';

type Props = { form: MailboxForm; mailbox: Mailbox | undefined };

/** Tests the typed settings before they are saved. */
export function MailboxTest({ form, mailbox }: Props) {
  const { t } = useTranslation('settings');
  const test = useMutation({
    mutationFn: () =>
      call(testMailbox, {
        body: {
          ...(mailbox && { id: mailbox.id }),
          address: form.address.trim(),
          folders: linesOf(form.folders),
          imap: serverBody(form.imap),
          smtp: serverBody(form.smtp),
        },
      }).then((answer) => answer.data),
  });
  const isReady = ![...mailboxProblems(form, mailbox)].some((field) => field !== 'name');
  return (
    <TestSection
      title={t('mailbox.test')}
      hint={t('mailbox.test-hint')}
      running={t('mailbox.test-running')}
      test={test}
      isReady={isReady}
      failure={test.isError && t(mailboxRefusal(test.error) ?? saveFailure(test.error))}
    >
      {test.isSuccess && <Outcome side="imap" tried={test.data.imap} />}
      {test.isSuccess && <Outcome side="smtp" tried={test.data.smtp} />}
    </TestSection>
  );
}

type SideResult = { side: 'imap'; tried: Result['imap'] } | { side: 'smtp'; tried: Result['smtp'] };

function Outcome({ side, tried }: SideResult) {
  const { t } = useTranslation('settings');
  if (tried.fault === null) return <Notice kind="done">{t(`mailbox.test-ok.${side}`)}</Notice>;
  return (
    <Notice kind="failed">
      {t(`mailbox.test-bad.${side}`)} <Fault fault={tried.fault} said={tried.said} />
      {tried.fault === 'folder_missing' && 'available' in tried && (
        <> {t('mailbox.available', { folders: tried.available.join(', ') })}</>
      )}
    </Notice>
  );
}
