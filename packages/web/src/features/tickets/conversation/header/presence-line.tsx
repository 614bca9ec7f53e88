import { IconEye, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import type { Presence } from '#features/tickets/presence.ts';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import classes from './presence-line.module.css';

const SHOWN = 3;

/** Shows which colleagues have this ticket open and who of them is typing, so that no customer gets two replies. */
export function PresenceLine() {
  const { t } = useTranslation('tickets');
  const { presence } = useOpenTicket();
  const { user } = useSession();
  const others = (presence?.users ?? []).filter((one) => one.id !== user.id);
  if (others.length === 0) return null;
  const { text, isWriting } = wordsFor(others, t);
  const Sign = isWriting ? IconPencil : IconEye;
  return (
    <p className={classes['line']} data-writing={isWriting || undefined} role="status">
      <span className={classes['faces']} aria-hidden>
        {others.slice(0, SHOWN).map((one) => (
          <Avatar key={one.id} name={one.fullname} size={20} />
        ))}
      </span>
      <Sign size={14} stroke={1.75} aria-hidden />
      {text}
    </p>
  );
}

type Words = (key: string, values: { names: string }) => string;

function wordsFor(others: Presence['users'], t: Words): { text: string; isWriting: boolean } {
  const replying = others.filter((one) => one.typing === 'reply');
  const noting = others.filter((one) => one.typing === 'note');
  const named = (list: Presence['users']) => list.map((one) => one.fullname).join(', ');
  if (replying.length > 0)
    return { text: t('presence.replying', { names: named(replying) }), isWriting: true };
  if (noting.length > 0) return { text: t('presence.noting', { names: named(noting) }), isWriting: true };
  return {
    text: t(others.length > 1 ? 'presence.hereMany' : 'presence.here', { names: named(others) }),
    isWriting: false,
  };
}
