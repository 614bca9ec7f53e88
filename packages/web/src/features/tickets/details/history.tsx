import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime, shortDate } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { useOpenTicket } from '../page/ticket-context.ts';
import context from './details.module.css';
import classes from './history.module.css';
import { Section } from './section.tsx';

const SHOWN = 5;

/** The customer's other tickets, newest first. */
export function History({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation('tickets');
  const { detail } = useOpenTicket();
  const [all, setAll] = useState(false);
  const others = detail.history.filter((entry) => entry.id !== detail.ticket.id);
  const shown = all ? others : others.slice(0, SHOWN);
  const more = others.length > SHOWN && !all && (
    <button type="button" className={context['link']} onClick={() => setAll(true)}>
      {t('context.showAll')} ({others.length})
    </button>
  );
  return (
    <Section title={t('context.history')} action={more}>
      {others.length === 0 && <p className={context['empty']}>{t('empty.history')}</p>}
      <ul className={classes['list']}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <Link
              to={isAlone ? '/tickets/detail' : '/tickets'}
              search={
                isAlone
                  ? { id: entry.id }
                  : (((previous: object) => ({ ...previous, id: entry.id })) as never)
              }
              className={classes['entry']}
            >
              <MediaGlyph media={entry.media_id} size={16} />
              <span className="truncate">{entry.subject}</span>
              <time dateTime={entry.created_at} title={exactTime(entry.created_at)}>
                {shortDate(entry.created_at)}
              </time>
              <span className={classes['status']}>
                <StatusBadge status={entry.status} quiet />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
