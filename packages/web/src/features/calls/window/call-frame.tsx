import { Button, UnstyledButton } from '@mantine/core';
import { IconMaximize, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { JoinCredentials } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWindowFocus } from '#shared/lib/keys/use-window-focus.ts';
import { HangUpButton } from '../call-buttons.tsx';
import classes from './call-frame.module.css';
import { MoveNotices, MoveTools } from '../move/call-move.tsx';
import { Stopwatch } from './call-window.tsx';
import type { WindowProps } from './window-props.ts';
import windows from './call-window.module.css';
import { refusalText } from '../failure-text.ts';
import { exchangeToken } from '../meeting.ts';

/**
 * The room of a call on platform cloudflare: a hosted page in a frame of 1024×610, which can be minimised. The frame
 * stays mounted then, so that the call goes on.
 */
export function CallFrame({ state, onHangUp }: WindowProps) {
  const { t } = useTranslation('calls');
  const [isSmall, setSmall] = useState(false);
  const part = useRef<HTMLElement>(null);
  useWindowFocus(part);
  const { caller } = state.call.dial;
  if (state.status !== 'joined') return null;
  return (
    <section
      ref={part}
      tabIndex={-1}
      className={classes['window']}
      data-small={isSmall}
      aria-label={t('window', { name: caller })}
    >
      <header className={classes['head']}>
        <span className={windows['name']} dir="auto">
          {caller}
        </span>
        <Stopwatch state={state} />
        <SizeButton isSmall={isSmall} onChange={setSmall} />
      </header>
      {state.isOver ? (
        <p className={classes['said']} role="status">
          {t('notice.ended')}
        </p>
      ) : (
        <Room credentials={state.credentials} />
      )}
      <MoveNotices credentials={state.credentials} />
      <footer className={classes['bar']}>
        <MoveTools credentials={state.credentials} isOver={state.isOver} />
        <HangUpButton onClick={onHangUp} />
      </footer>
    </section>
  );
}

function SizeButton({ isSmall, onChange }: { isSmall: boolean; onChange: (isSmall: boolean) => void }) {
  const { t } = useTranslation('calls');
  const label = isSmall ? t('expand') : t('minimize');
  const Icon = isSmall ? IconMaximize : IconMinus;
  return (
    <UnstyledButton
      className={windows['plain'] ?? ''}
      aria-label={label}
      title={label}
      onClick={() => onChange(!isSmall)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

/** Admission returns the room's address; the frame stays once it is shown, because a later answer would reload it. */
function Room({ credentials }: { credentials: JoinCredentials }) {
  const { t } = useTranslation('calls');
  const entrance = useQuery({
    queryKey: ['call-frame', credentials.room_name],
    queryFn: () => exchangeToken(credentials),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (entrance.isSuccess) return <RoomFrame url={entrance.data.media.url} className={classes['frame']} />;
  return (
    <div className={classes['said']}>
      {entrance.isPending ? (
        <p role="status">{t('room.joining')}</p>
      ) : (
        <>
          <p role="alert">{refusalText(entrance.error) ?? t('failed')}</p>
          <Button
            size="xs"
            variant="default"
            loading={entrance.isFetching}
            onClick={() => void entrance.refetch()}
          >
            {t('room.again')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Everything that a page for calls needs, except navigating the page around it. */
const MAY = 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads';

/** Section 2 asks for camera, microphone and picture-in-picture. */
export function RoomFrame({ url, className }: { url: string; className: string | undefined }) {
  const { t } = useTranslation('calls');
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin's page, so its scripts do not reach ours
    <iframe
      className={className}
      title={t('frame')}
      src={url}
      width={1024}
      height={610}
      allow="camera; microphone; picture-in-picture"
      sandbox={MAY}
    />
  );
}
