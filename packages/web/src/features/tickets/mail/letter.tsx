import type { MessageMail } from '@trunkline/contract';
import { Notice } from '#shared/ui/notice.tsx';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../timeline.ts';
import { LetterHead } from './letter-head.tsx';
import classes from './letter.module.css';
import { MailFailure } from './mail-failure.tsx';
import { MailPage } from './mail-page.tsx';
import { MailText } from './mail-text.tsx';
import { unprovenOf } from './people.ts';

type Props = { entry: Entry; mail: MessageMail };

/** A mail on the time line: its head, what is to be known about it, and what it says. */
export default function Letter({ entry, mail }: Props) {
  const { t } = useTranslation('mail');
  const unproven = unprovenOf(mail);
  return (
    <div className={classes['letter']} data-kind={entry.kind}>
      <LetterHead entry={entry} mail={mail} />
      {mail.is_unproven && (
        <Notice kind="warning">
          <strong>
            {unproven.answered === null ? t('unproven.title', unproven) : t('unproven.elsewhere', unproven)}
          </strong>{' '}
          {t('unproven.hint')}
        </Notice>
      )}
      {mail.is_unreadable && <Notice kind="warning">{t('unreadable')}</Notice>}
      {mail.is_partial && <Notice kind="warning">{t('partial')}</Notice>}
      {mail.has_html ? <MailPage entry={entry} mail={mail} /> : <MailText body={entry.body} />}
      <MailFailure entry={entry} mail={mail} />
    </div>
  );
}
