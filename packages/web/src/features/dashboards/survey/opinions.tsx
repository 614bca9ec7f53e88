import { exactTime, minuteTime } from '#shared/lib/format.ts';
import { PagedTable } from '#shared/listing/paged-table.tsx';
import { TicketLink } from '#shared/tickets/ticket-link.tsx';
import { useTranslation } from 'react-i18next';
import { useCallOpinions, type OpinionsQuery } from '../api.ts';

/** Ratings with the customers' comments, each with a link to its ticket. */
export function Opinions({ title, query }: { title: string; query: OpinionsQuery }) {
  const { t } = useTranslation('dashboards');
  return (
    <PagedTable
      title={title}
      pages={useCallOpinions(query)}
      keyOf={({ call_id: id }) => id}
      empty={t(query.commented ? 'survey.no-comments' : 'survey.none')}
      columns={[
        {
          key: 'ticket',
          head: t('column.ticket'),
          render: ({ ticket_id: id, number }) => <TicketLink id={id}>{number}</TicketLink>,
        },
        { key: 'rating', head: t('survey.rating'), isFigure: true, render: ({ rating }) => rating },
        { key: 'comment', head: t('survey.comment'), isLong: true, render: ({ comment }) => comment },
        { key: 'agent', head: t('column.agent'), render: ({ agent }) => agent ?? '–' },
        { key: 'department', head: t('column.department'), render: ({ department }) => department },
        {
          key: 'rated',
          head: t('survey.rated-at'),
          title: ({ rated_at: at }) => exactTime(at),
          render: ({ rated_at: at }) => minuteTime(at),
        },
      ]}
    />
  );
}
