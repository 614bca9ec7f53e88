import { durationText, exactTime, minuteTime } from '#shared/lib/format.ts';
import { PagedTable } from '#shared/listing/paged-table.tsx';
import { TicketLink } from '#shared/tickets/ticket-link.tsx';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { useTranslation } from 'react-i18next';
import { useAgentContacts, type ContactsQuery } from '../api.ts';

type Props = { title: string; query: ContactsQuery; onClose: () => void };

/** The calls and chats behind an agents' figure, each with a link to its ticket. */
export function ContactDrawer({ title, query, onClose }: Props) {
  return (
    <Drawer opened onClose={onClose} title={title} width={760}>
      <Contacts title={title} query={query} />
    </Drawer>
  );
}

function Contacts({ title, query }: Pick<Props, 'title' | 'query'>) {
  const { t } = useTranslation('dashboards');
  return (
    <PagedTable
      title={title}
      pages={useAgentContacts(query)}
      keyOf={({ id }) => id}
      empty={t('nothing')}
      columns={[
        {
          key: 'ticket',
          head: t('column.ticket'),
          render: ({ ticket_id: id, number }) => (
            <TicketLink id={id}>{number ?? t('agent.no-ticket')}</TicketLink>
          ),
        },
        {
          key: 'channel',
          head: t('agent.channel'),
          render: ({ media_id: media }) => <MediaGlyph media={media} />,
        },
        { key: 'agent', head: t('column.agent'), render: ({ agent }) => agent },
        {
          key: 'began',
          head: t('agent.began'),
          title: ({ began_at: at }) => exactTime(at),
          render: ({ began_at: at }) => minuteTime(at),
        },
        {
          key: 'ended',
          head: t('agent.ended'),
          render: ({ ended_at: at }) => (at === null ? t('agent.now') : minuteTime(at)),
        },
        { key: 'length', head: t('column.length'), render: ({ seconds }) => durationText(seconds) },
      ]}
    />
  );
}
