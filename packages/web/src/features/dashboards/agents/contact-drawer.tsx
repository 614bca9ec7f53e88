import { useSession } from '#shared/api/session.ts';
import { durationText, exactTime, minuteTime } from '#shared/lib/format.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAgentContacts, type ContactsQuery } from '../api.ts';
import classes from '../dashboards.module.css';

type Props = { title: string; query: ContactsQuery; onClose: () => void };

/** The calls and chats behind a figure of agents, each leading to its ticket. */
export function ContactDrawer({ title, query, onClose }: Props) {
  return (
    <Drawer opened onClose={onClose} title={title} width={760}>
      <Contacts title={title} query={query} />
    </Drawer>
  );
}

function Contacts({ title, query }: Pick<Props, 'title' | 'query'>) {
  const { t } = useTranslation('dashboards');
  const { can } = useSession();
  const contacts = useAgentContacts(query);
  if (!contacts.data)
    return contacts.error ? (
      <ErrorState error={contacts.error} onRetry={() => void contacts.refetch()} />
    ) : (
      <Skeletons rows={8} height={36} />
    );
  const all = contacts.data.pages.flatMap(({ data }) => data);
  if (all.length === 0) return <p className={classes['dim']}>{t('nothing')}</p>;
  return (
    <>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={title}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('column.ticket')}</th>
              <th scope="col">{t('agent.channel')}</th>
              <th scope="col">{t('column.agent')}</th>
              <th scope="col">{t('agent.began')}</th>
              <th scope="col">{t('agent.ended')}</th>
              <th scope="col">{t('column.length')}</th>
            </tr>
          </thead>
          <tbody>
            {all.map((contact) => (
              <tr key={contact.id}>
                <th scope="row">
                  {contact.ticket_id !== null && can('TICKETS:VIEW') ? (
                    <Link to="/tickets/detail" search={{ id: contact.ticket_id }}>
                      {contact.number}
                    </Link>
                  ) : (
                    (contact.number ?? t('agent.no-ticket'))
                  )}
                </th>
                <td>
                  <MediaGlyph media={contact.media_id} />
                </td>
                <td>{contact.agent}</td>
                <td title={exactTime(contact.began_at)}>{minuteTime(contact.began_at)}</td>
                <td>{contact.ended_at === null ? t('agent.now') : minuteTime(contact.ended_at)}</td>
                <td>{durationText(contact.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {contacts.hasNextPage && (
        <Button
          className={classes['more']}
          variant="default"
          size="xs"
          loading={contacts.isFetchingNextPage}
          onClick={() => void contacts.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}
