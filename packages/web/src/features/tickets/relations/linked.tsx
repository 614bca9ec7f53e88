import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MergedTicket, TicketLink } from '@trunkline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { relativeTime } from '#shared/lib/format.ts';
import { useKeptFocus } from '#shared/lib/keys/use-kept-focus.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import context from '../details/details.module.css';
import { Section } from '../details/section.tsx';
import { useTicketNames } from '#shared/tickets/names.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import { useRelations } from './api.ts';
import classes from './relations.module.css';
import { useLinks } from './use-links.ts';
import { useMerging } from './use-merging.ts';

type Links = ReturnType<typeof useLinks>;
type Merging = ReturnType<typeof useMerging>;

/** Linked tickets and followers of the open ticket. */
export default function Linked() {
  const { t } = useTranslation('tickets/relations');
  const { detail, setMenu } = useOpenTicket();
  const { can } = useSession();
  const { ticket } = detail;
  const { data } = useRelations(ticket.id);
  const links = useLinks(ticket);
  const merging = useMerging(ticket);
  const own = useRef<HTMLDivElement>(null);
  useKeptFocus(own);
  if (!data) return null;
  const canEdit = can('TICKETS:EDIT') && ticket.merged_into === null;
  const add = canEdit && (
    <button type="button" className={context['link']} onClick={() => setMenu('link')}>
      {t('action.link')}
    </button>
  );
  return (
    <div ref={own} tabIndex={-1} className={classes['kept']}>
      <Section title={t('title')} action={add}>
        {data.links.length === 0 && data.hidden_links === 0 && (
          <p className={context['empty']}>{t('none')}</p>
        )}
        <ul className={classes['list']}>
          {data.links.map((link) => (
            <LinkedEntry key={link.id} link={link} actions={links} canEdit={canEdit} />
          ))}
        </ul>
        {data.hidden_links > 0 && (
          <p className={classes['quiet']}>{t('hidden', { count: data.hidden_links })}</p>
        )}
        {data.merged.length > 0 && <h3 className={classes['heading']}>{t('merged.title')}</h3>}
        <ul className={classes['list']}>
          {data.merged.map((merged) => (
            <MergedEntry key={merged.id} merged={merged} actions={merging} canEdit={canEdit} />
          ))}
        </ul>
      </Section>
      <Followers ids={data.follower_ids} actions={links} isWritable={ticket.merged_into === null} />
    </div>
  );
}

type LinkedProps = { link: TicketLink; actions: Links; canEdit: boolean };

function LinkedEntry({ link, actions, canEdit }: LinkedProps) {
  const { t } = useTranslation('tickets/relations');
  return (
    <li className={classes['entry']}>
      <TicketLinkLine ticket={link} words={t(`kind.${link.kind}`)} />
      {canEdit && (
        <ActionIcon
          aria-label={t('action.unlink', { number: link.number })}
          title={t('action.unlink', { number: link.number })}
          onClick={() => void actions.unlink(link, link.kind)}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  );
}

type MergedProps = { merged: MergedTicket; actions: Merging; canEdit: boolean };

function MergedEntry({ merged, actions, canEdit }: MergedProps) {
  const { t } = useTranslation('tickets/relations');
  const by = t('merged.by', { name: merged.merged_by, time: relativeTime(merged.merged_at) });
  return (
    <li className={classes['entry']}>
      <TicketLinkLine ticket={merged} words={`${merged.customer_name}, ${by}`} />
      {canEdit && merged.can_unmerge && (
        <button
          type="button"
          className={context['link']}
          aria-label={t('merged.partOne', { number: merged.number })}
          onClick={() => void actions.part(merged)}
        >
          {t('merged.part')}
        </button>
      )}
    </li>
  );
}

type Line = Pick<TicketLink, 'id' | 'number' | 'subject' | 'status'>;

function TicketLinkLine({ ticket, words }: { ticket: Line; words: string }) {
  return (
    <Link
      to="."
      search={((before: object) => ({ ...before, id: ticket.id })) as never}
      className={classes['link']}
    >
      <span className={classes['number']}>{ticket.number}</span>
      <span className={`truncate ${classes['subject'] ?? ''}`} dir="auto">
        {ticket.subject}
      </span>
      <StatusBadge status={ticket.status} quiet />
      <span className={classes['kind']}>{words}</span>
    </Link>
  );
}

type FollowersProps = { ids: readonly number[]; actions: Links; isWritable: boolean };

function Followers({ ids, actions, isWritable }: FollowersProps) {
  const { t } = useTranslation('tickets/relations');
  const { user } = useSession();
  const names = useTicketNames();
  const isMine = ids.includes(user.id);
  const toggle = isWritable && (
    <button
      type="button"
      className={context['link']}
      disabled={actions.busy}
      onClick={() => void actions.follow(!isMine)}
    >
      {isMine ? t('action.unfollow') : t('action.follow')}
    </button>
  );
  return (
    <Section title={t('followers')} action={toggle}>
      {ids.length === 0 && <p className={context['empty']}>{t('noFollowers')}</p>}
      <ul className={classes['followers']}>
        {ids.map((id) => (
          <li key={id}>
            <Avatar name={names.agent(id)} size={20} />
            {names.agent(id)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
