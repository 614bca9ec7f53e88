import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import classes from './ticket-panes.module.css';

type Props = {
  title: string;
  main: ReactNode;
  side: ReactNode;
  sideOpen: boolean;
  onSide: (open: boolean) => void;
};

/** Conversation and details of a ticket without a list; on phones the details cover the conversation. */
export function TicketPanes({ title, main, side, sideOpen, onSide }: Props) {
  const { t } = useTranslation('tickets');
  const narrow = useNarrow();
  const onTop = narrow && sideOpen;
  return (
    <div className={classes['page']}>
      <h1 className="sr-only">{title}</h1>
      {onTop ? (
        <button type="button" className={classes['back']} onClick={() => onSide(false)}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          {title}
        </button>
      ) : (
        <Link to="/tickets" className={classes['back']}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          {t('action.back')}
        </Link>
      )}
      <div className={classes['panes']}>
        {!onTop && (
          <section className={classes['main']} aria-label={t('timeline.label')}>
            {main}
          </section>
        )}
        {sideOpen && (
          <section className={classes['side']} aria-label={t('context.label')}>
            {side}
          </section>
        )}
      </div>
    </div>
  );
}
