import type { Ticket } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkedWords } from '#shared/tickets/marked-words.tsx';
import { hasSubjectLine } from '../list/has-subject-line.ts';
import { useExcerpt } from './api.ts';
import classes from './excerpt.module.css';

type Props = {
  ticket: Pick<Ticket, 'id' | 'media_id' | 'revision'>;
  q: string;
  /** Shown if the ticket was found by something else. */
  children: ReactNode;
};

/** The words that the search has found on a ticket, marked. */
export default function Excerpt({ ticket, q, children }: Props) {
  const { t } = useTranslation('tickets/excerpts');
  const excerpt = useExcerpt(q, ticket.id, ticket.revision);
  // A row with a line for the subject shows the whole subject there.
  if (!excerpt || (excerpt.source === 'subject' && hasSubjectLine(ticket))) return children;
  return (
    <span className={classes['excerpt']} dir="auto">
      {excerpt.source === 'note' && <span className={classes['source']}>{t('note')} </span>}
      <MarkedWords parts={excerpt.parts} />
    </span>
  );
}
