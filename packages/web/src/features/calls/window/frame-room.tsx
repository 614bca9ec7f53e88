import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getGuestCallState, type RoomEntry } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { Logo } from '#shared/ui/marks/logo.tsx';
import { HangUpButton } from '../call-buttons.tsx';
import { RoomFrame } from './call-frame.tsx';
import classes from '../room/room-page.module.css';
import { Ended } from '../room/room-ended.tsx';

/** The frame does not report the end of the call, so the server is polled; by the same request it knows that the guest is still there. */
const ASK_EVERY_MS = 5000;

type Props = { name: string; token: string; room: RoomEntry; onLeave: () => void };

/** The guest's page of a call on platform cloudflare: a button, then the hosted page, which asks for the camera itself. */
export function FrameRoom({ name, token, room, onLeave }: Props) {
  const { t } = useTranslation('calls');
  const [isIn, setIn] = useState(false);
  const wait = useQuery({
    queryKey: ['room-wait', name],
    queryFn: async () => (await call(getGuestCallState, { params: { name }, body: { token } })).data,
    enabled: isIn,
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });
  const isOver = wait.error instanceof ApiError && wait.error.code === 'meeting_ended';
  const title = t(`room.title.${room.kind}`);
  if (isIn && !isOver) {
    return (
      <main tabIndex={-1} className={classes['stage']}>
        <h1 className="sr-only">{title}</h1>
        <RoomFrame url={room.media.url} className={classes['foreign']} />
        <footer className={classes['tools']}>
          <HangUpButton onClick={onLeave} />
        </footer>
      </main>
    );
  }
  return (
    <main tabIndex={-1} className={classes['page']}>
      <Logo />
      {isOver ? (
        <Ended wasIn rating={room.role === 'customer' ? { name, token } : undefined} />
      ) : (
        <section className={classes['sentence']}>
          <h1>{title}</h1>
          <p>{t('room.frameText')}</p>
          <Button size="md" onClick={() => setIn(true)}>
            {t('room.join')}
          </Button>
        </section>
      )}
    </main>
  );
}
