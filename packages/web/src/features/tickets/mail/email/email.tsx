import type { MessageMail } from '@trunkline/contract';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TimelineMessage } from '#features/tickets/timeline/timeline.ts';
import { EmailHeader } from './email-header.tsx';
import classes from './email.module.css';
import { MailFailure } from '../mail-failure.tsx';
import { MailPage } from '../mail-page.tsx';
import { MailText } from '../mail-text.tsx';
import { senderAddressesToShow, claimedSenderOf } from '../recipients/people.ts';

type Props = { entry: TimelineMessage; mail: MessageMail };

/** An e-mail on the time line: header, notices, and text. */
export default function Email({ entry, mail }: Props) {
  const { t } = useTranslation('tickets/mail');
  const unproven = claimedSenderOf(mail);
  const elsewhere = senderAddressesToShow(mail);
  return (
    <div className={classes['email']} data-kind={entry.kind}>
      <EmailHeader entry={entry} mail={mail} />
      {mail.is_unproven && (
        <Notice kind="warning">
          <strong>
            {unproven.answered === null ? t('unproven.title', unproven) : t('unproven.elsewhere', unproven)}
          </strong>{' '}
          {t('unproven.hint')}
        </Notice>
      )}
      {elsewhere && <Notice kind="warning">{t('elsewhere', elsewhere)}</Notice>}
      {mail.may_belong_to && <MayBelong ticket={mail.may_belong_to} />}
      {mail.is_unreadable && <Notice kind="warning">{t('unreadable')}</Notice>}
      {mail.is_encrypted && <Notice kind="warning">{t('encrypted')}</Notice>}
      {mail.is_partial && <Notice kind="warning">{t('partial')}</Notice>}
      {mail.has_html ? (
        <MailPage entry={entry} mail={mail} />
      ) : (
        (entry.body !== '' || !mail.forwards) && <MailText body={entry.body} />
      )}
      <MailFailure entry={entry} mail={mail} />
    </div>
  );
}

/** The ticket to which an e-mail would belong if its sender were proven. */
function MayBelong({
  ticket: { ticket_id: id, number },
}: {
  ticket: NonNullable<MessageMail['may_belong_to']>;
}) {
  const { t } = useTranslation('tickets/mail');
  return (
    <Notice
      actions={
        <Link to="/tickets/detail" search={{ id }}>
          {t('belongsOpen', { number })}
        </Link>
      }
    >
      {t('belongs', { number })}
    </Notice>
  );
}
