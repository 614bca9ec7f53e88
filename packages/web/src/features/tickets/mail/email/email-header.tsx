import { getMessageSource, type MailAddress, type MessageMail } from '@trunkline/contract';
import { IconArrowForwardUp, IconChevronDown, IconFileDownload, IconRobot } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildUrl } from '#shared/api/build-url.ts';
import { useSession } from '#shared/api/session.ts';
import { exactTime } from '#shared/lib/format.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import type { TimelineMessage } from '#features/tickets/timeline/timeline.ts';
import { forwardRequest } from '../forwarding/forward-request.ts';
import classes from './email-header.module.css';
import {
  fullAddress,
  isOtherSubject,
  nameOf,
  shortRecipients,
  unnamedRecipients,
} from '../recipients/people.ts';

type Props = { entry: TimelineMessage; mail: MessageMail };

/** Sender, recipients, and the subject where it differs from the ticket's. Details on demand. */
export function EmailHeader({ entry, mail }: Props) {
  const { t } = useTranslation('tickets/mail');
  const { t: forwarding } = useTranslation('tickets/mail/forwarding');
  const { can } = useSession();
  const { ticket } = useOpenTicket().detail;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { names, more } = shortRecipients(mail, t('head.bcc'));
  const shown = more > 0 ? `${names} ${t('head.more', { count: more })}` : names;
  return (
    <header className={classes['head']}>
      <div className={classes['line']}>
        <span className={classes['from']} title={fullAddress(mail.from)} dir="auto">
          {nameOf(mail.from)}
        </span>
        {mail.is_auto && (
          <span className={classes['badge']} title={t('autoHint')}>
            <IconRobot size={14} stroke={1.75} aria-hidden />
            {t('auto')}
          </span>
        )}
        <span className={classes['tools']}>
          {can('TICKETS:REPLY') && ticket.merged_into === null && entry.id > 0 && (
            <button
              type="button"
              className={classes['original']}
              onClick={() => forwardRequest.set({ ticketId: ticket.id, messageId: entry.id })}
            >
              <IconArrowForwardUp size={14} stroke={1.75} aria-hidden />
              {t('forward')}
            </button>
          )}
          {mail.has_source && can('TICKETS:MAIL_SOURCE') && (
            <a
              className={classes['original']}
              href={buildUrl(getMessageSource.path, { id: entry.ticket_id, messageId: entry.id })}
              download
              title={t('originalHint')}
            >
              <IconFileDownload size={14} stroke={1.75} aria-hidden />
              {t('original')}
            </a>
          )}
        </span>
      </div>
      {mail.forwards && (
        <p className={classes['forwarded']} dir="auto">
          <IconArrowForwardUp size={14} stroke={1.75} aria-hidden />
          {forwarding('forwarded', { names: shown || t('head.nobody') })}
        </p>
      )}
      {isOtherSubject(mail.subject, ticket.subject) && (
        <p className={classes['subject']} dir="auto">
          {mail.subject}
        </p>
      )}
      <button
        type="button"
        className={classes['recipients']}
        aria-expanded={isOpen}
        aria-controls={details}
        title={t('head.details')}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes['names']}>{t('head.toShort', { names: shown || t('head.nobody') })}</span>
        <IconChevronDown size={14} stroke={1.75} className={classes['arrow']} aria-hidden />
      </button>
      <section
        id={details}
        className={classes['scroll']}
        hidden={!isOpen}
        aria-label={t('head.details')}
        // Focusable, so that the keyboard can scroll hundreds of recipients.
        tabIndex={0}
      >
        <dl className={classes['details']}>
          <People label={t('head.from')} people={[mail.from]} />
          <People label={t('head.replyTo')} people={mail.reply_to ? [mail.reply_to] : []} />
          <People label={t('head.to')} people={mail.to} />
          <People label={t('head.cc')} people={mail.cc} />
          <People label={t('head.bcc')} people={mail.bcc} />
          <Rest count={unnamedRecipients(mail)} />
          <dt>{t('head.subject')}</dt>
          <dd dir="auto">{mail.subject}</dd>
          {mail.date && (
            <>
              <dt>{t('head.date')}</dt>
              <dd>{exactTime(mail.date)}</dd>
            </>
          )}
        </dl>
      </section>
    </header>
  );
}

function People({ label, people }: { label: string; people: readonly MailAddress[] }) {
  if (people.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto">{people.map(fullAddress).join(', ')}</dd>
    </>
  );
}

/** The number of further recipients, because only the first of thousands are stored with the e-mail. */
function Rest({ count }: { count: number }) {
  const { t } = useTranslation('tickets/mail');
  if (count === 0) return null;
  return (
    <>
      <dt aria-hidden />
      <dd>{t('head.more', { count })}</dd>
    </>
  );
}
