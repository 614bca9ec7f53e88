import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { UnstyledButton } from '@mantine/core';
import { IconMusic, IconPlayerPlay, IconUserPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CallInvitation, JoinCredentials } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonWords } from '#shared/api/api-error.ts';
import { useSession } from '#shared/api/session.ts';
import { isRoomRecorded } from '#shared/dialing/own-phone.ts';
import { stopwatchText } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { callMoves, useCallParticipants } from '../call-participants.ts';
import classes from './call-move.module.css';
import buttons from '../window/call-window.module.css';
import { PhoneNotices } from '../phone/phone-guest.tsx';

const loadDialog = () => import('./move-dialog.tsx');
const MoveDialog = lazyOverlay(() => loadDialog().then((module) => ({ default: module.MoveDialog })));

type Props = { credentials: JoinCredentials };

/** The hold and invite buttons of a call window; nothing once the call has ended. */
export function MoveTools({ credentials, isOver }: Props & { isOver: boolean }) {
  const { t } = useTranslation('calls');
  const inside = useCallParticipants(credentials.call_id);
  const [isAdding, setAdding] = useState(false);
  const hold = useMutation({
    mutationFn: (isHeld: boolean) => callMoves.hold(credentials.call_id, isHeld),
    onError: (error) => toast(reasonWords(error) ?? t('hold.failed'), { kind: 'failed' }),
  });
  useEffect(() => {
    // Loaded ahead of its use; after a failure it is loaded when it is opened.
    loadDialog().catch(() => undefined);
  }, []);
  const isHeld = inside?.held_since != null;
  const Icon = isHeld ? IconPlayerPlay : IconMusic;
  return (
    <>
      {/* Hold needs our own media server, which alone guarantees that no sound passes. */}
      {credentials.platform === 'embedded' && (
        <UnstyledButton
          className={buttons['round'] ?? ''}
          data-tone={isHeld ? 'held' : 'quiet'}
          data-tool="hold"
          aria-label={t('hold.button')}
          aria-pressed={isHeld}
          title={isHeld ? t('hold.resume') : t('hold.hold')}
          disabled={!inside || isOver || hold.isPending}
          onClick={() => hold.mutate(!isHeld)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      <UnstyledButton
        className={buttons['round'] ?? ''}
        data-tone="quiet"
        data-tool="move"
        aria-label={t('moves.title')}
        aria-haspopup="dialog"
        title={t('moves.title')}
        disabled={isOver}
        onClick={() => setAdding(true)}
      >
        <IconUserPlus size={18} stroke={1.75} aria-hidden />
      </UnstyledButton>
      {isAdding && !isOver && (
        <MoveDialog credentials={credentials} inside={inside} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

/** Notices of the window: hold and its length, pending invitations and, where there are no tiles, who else is in the call. */
export function MoveNotices({ credentials, hasTiles = false }: Props & { hasTiles?: boolean }) {
  const { t } = useTranslation('calls');
  const { user } = useSession();
  const inside = useCallParticipants(credentials.call_id);
  const isRecorded = inside ? inside.recording === 'on' : null;
  useEffect(() => {
    isRoomRecorded.set(isRecorded);
    return () => isRoomRecorded.set(null);
  }, [isRecorded]);
  if (!inside) return null;
  const others = inside.agents.filter(({ user_id: id }) => id !== user.id).map(({ name }) => name);
  return (
    <div className={classes['notices']} data-over={hasTiles} role="status">
      {inside.held_since !== null && <Held since={inside.held_since} />}
      {!hasTiles && others.length > 0 && (
        <span className={classes['notice']} dir="auto">
          {t('moves.with', { names: others.join(', ') })}
        </span>
      )}
      {inside.invitations.map((invitation) => (
        <Ringing key={invitation.id} invitation={invitation} />
      ))}
      <PhoneNotices />
    </div>
  );
}

function Held({ since }: { since: string }) {
  const { t } = useTranslation('calls');
  const now = useNow();
  return (
    <span className={classes['notice']} data-held>
      {t('hold.them')}
      <span className={classes['clock']} aria-hidden>
        {stopwatchText((now - Date.parse(since)) / 1000)}
      </span>
    </span>
  );
}

function Ringing({ invitation: { id, name } }: { invitation: CallInvitation }) {
  const { t } = useTranslation('calls');
  const cancel = useMutation({
    mutationFn: () => callMoves.cancel(id),
    onError: () => toast(t('moves.cancelFailed'), { kind: 'failed' }),
  });
  return (
    <span className={classes['notice']} dir="auto">
      {t('moves.ringing', { name })}
      <UnstyledButton
        className={classes['cancel'] ?? ''}
        aria-label={t('moves.cancelOf', { name })}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {t('moves.cancel')}
      </UnstyledButton>
    </span>
  );
}
