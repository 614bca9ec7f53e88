import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { MacroDialog } from '../macros/macro-dialog.tsx';
import { useOpenTicket } from '../page/ticket-context.ts';
import { useRelations } from './api.ts';
import { LinkDialog } from './link-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { MergedNote } from './merged-note.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { useLinks } from './use-links.ts';

/** Notice of a merged ticket, and the dialogs to merge, split and link. */
export default function RelationsMenu({ onReply }: { onReply: (text: string) => void }) {
  const { t } = useTranslation('tickets/relations');
  const { detail, menu, setMenu } = useOpenTicket();
  const { user } = useSession();
  const { ticket } = detail;
  const links = useLinks(ticket);
  const relations = useRelations(ticket.id).data;
  const isFollowed = relations?.follower_ids.includes(user.id) ?? false;
  const isWritable = ticket.merged_into === null;
  const follow = {
    key: 'w',
    description: t('keys.follow'),
    group: t('keys.group'),
    run: () => void links.follow(!isFollowed),
  };
  useShortcuts(isWritable ? [follow] : []);

  const close = () => setMenu(null);
  if (!isWritable) return <MergedNote into={relations?.merged_into ?? null} />;
  return (
    <>
      {menu === 'merge' && <MergeDialog onClose={close} />}
      {menu === 'split' && <SplitDialog onClose={close} />}
      {menu === 'macro' && <MacroDialog onClose={close} onReply={onReply} />}
      {menu === 'link' && <LinkDialog onClose={close} />}
    </>
  );
}
