import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { Wish } from '@trunkline/call-client';
import { enterRoom, type RoomEntry } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { Logo } from '#shared/ui/logo.tsx';
import { failureText } from './failure-text.ts';
import { embedding, joinMeeting, meetings } from './meeting.ts';
import { Lobby, type Choice } from './lobby.tsx';
import classes from './room-page.module.css';
import { RoomStage } from './room-stage.tsx';
import { RoomWaitNotice } from './room-wait-notice.tsx';

type Phase = { at: 'lobby' | 'in' | 'left' } | { at: 'failed'; message: string };

/** A room opened by its link, by somebody without an account: look into the mirror, join, talk, leave. */
export function RoomPage() {
  const { name } = useParams({ from: '/rooms/$name' });
  const { t: token = '' } = useSearch({ from: '/rooms/$name' });
  const { t } = useTranslation('calls');
  const [phase, setPhase] = useState<Phase>({ at: 'lobby' });
  const [wish, setWish] = useState<Wish>();
  const entry = useQuery({
    queryKey: ['room', name, token],
    queryFn: async () => (await call(enterRoom, { params: { name }, body: { token } })).data,
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => () => void meetings.leave(), []);
  useEffect(() => {
    embedding?.follow(
      (asked) => {
        setWish(asked);
        setPhase({ at: 'lobby' });
      },
      () => setPhase({ at: 'left' }),
    );
  }, []);

  function handleJoin(room: RoomEntry, { userName, hasMicrophone, hasCamera }: Choice): void {
    setPhase({ at: 'in' });
    const url = `${location.origin}/rooms/${name}`;
    void joinMeeting({ url, token, kind: room.kind, userName, hasMicrophone, hasCamera }, (over) => {
      if (over.why === 'ended') setPhase({ at: 'left' });
      else setPhase({ at: 'failed', message: over.why === 'failed' ? over.message : over.why });
    });
  }

  if (phase.at === 'in') {
    return (
      <RoomStage
        kind={entry.data?.kind ?? 'voice'}
        onLeave={() => setPhase({ at: 'left' })}
        notice={<RoomWaitNotice name={name} token={token} />}
      />
    );
  }
  return (
    <main className={classes['page']}>
      <Logo />
      {phase.at === 'left' && (
        <Sentence
          title={t('room.left')}
          text={t('room.leftText')}
          onAgain={() => setPhase({ at: 'lobby' })}
        />
      )}
      {phase.at === 'failed' && (
        <Sentence
          title={t('failed')}
          text={failureText(t, phase.message)}
          onAgain={() => setPhase({ at: 'lobby' })}
        />
      )}
      {phase.at === 'lobby' && entry.isPending && <p role="status">{t('room.looking')}</p>}
      {phase.at === 'lobby' && entry.isError && (
        <Refused error={entry.error} onAgain={() => void entry.refetch()} />
      )}
      {phase.at === 'lobby' && entry.data && (
        <Lobby
          key={JSON.stringify(wish)}
          room={entry.data}
          wish={wish}
          onJoin={(choice) => handleJoin(entry.data, choice)}
        />
      )}
    </main>
  );
}

function Refused({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('calls');
  const code = error instanceof ApiError ? error.code : 'internal';
  if (code === 'meeting_ended') return <Sentence title={t('notice.ended')} text={t('room.endedText')} />;
  if (code === 'not_found' || code === 'forbidden') {
    return <Sentence title={t('room.wrongLink')} text={t('room.wrongLinkText')} />;
  }
  return <Sentence title={t('room.unreachable')} text={t('room.unreachableText')} onAgain={onAgain} />;
}

function Sentence({ title, text, onAgain }: { title: string; text: string; onAgain?: () => void }) {
  const { t } = useTranslation('calls');
  return (
    <section className={classes['sentence']} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      {onAgain && <Button onClick={onAgain}>{t('room.again')}</Button>}
    </section>
  );
}
