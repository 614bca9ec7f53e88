import { Menu } from '@mantine/core';
import {
  IconBolt,
  IconArrowsSplit2,
  IconBell,
  IconBellOff,
  IconGitMerge,
  IconLinkPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { Kbd } from '#shared/ui/marks/kbd.tsx';
import { useOpenTicket } from '../page/ticket-context.ts';
import { useRelations } from './api.ts';
import { useLinks } from './use-links.ts';

const ICON = { size: 16, stroke: 1.75 };

/** Menu items to merge, split and link a ticket. */
export default function RelationsMenuItems() {
  const { t } = useTranslation('tickets/relations');
  const { detail, setMenu } = useOpenTicket();
  const { can, user } = useSession();
  const { ticket } = detail;
  const { data } = useRelations(ticket.id);
  const actions = useLinks(ticket);
  const isMine = data?.follower_ids.includes(user.id) ?? false;
  if (ticket.merged_into !== null) return null;
  return (
    <>
      {can('TICKETS:EDIT') && (
        <>
          <Menu.Item
            leftSection={<IconBolt {...ICON} />}
            rightSection={<Kbd keys="m" />}
            onClick={() => setMenu('macro')}
          >
            {t('action.macro')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconGitMerge {...ICON} />}
            rightSection={<Kbd keys="shift+m" />}
            onClick={() => setMenu('merge')}
          >
            {t('action.merge')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsSplit2 {...ICON} />}
            rightSection={<Kbd keys="shift+s" />}
            onClick={() => setMenu('split')}
          >
            {t('action.split')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLinkPlus {...ICON} />}
            rightSection={<Kbd keys="l" />}
            onClick={() => setMenu('link')}
          >
            {t('action.link')}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={isMine ? <IconBellOff {...ICON} /> : <IconBell {...ICON} />}
        rightSection={<Kbd keys="w" />}
        onClick={() => void actions.follow(!isMine)}
      >
        {isMine ? t('action.unfollow') : t('action.follow')}
      </Menu.Item>
    </>
  );
}
