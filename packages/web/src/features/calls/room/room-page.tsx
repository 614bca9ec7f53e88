import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { JoinOptions } from '@trunkline/call-client';
import { enterRoom, type RoomEntry } from '@trunkline/contract';
import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useKeptFocus } from '#shared/lib/keys/use-kept-focus.ts';
import { useStore } from '#shared/lib/store.ts';
import { Logo } from '#shared/ui/marks/logo.tsx';
import { failureText } from '../failure-text.ts';
import { embedding, joinMeeting, meeting, meetings } from '../meeting.ts';
import { Lobby, type LobbyChoice } from './lobby.tsx';
import classes from './room-page.module.css';
import { FrameRoom } from '../window/frame-room.tsx';
import { RoomRecordingNotice } from './room-recording-notice.tsx';
import { RoomStage } from './room-stage.tsx';
import { Ended } from './room-ended.tsx';
import { Sentence } from '../picture/sentence.tsx';
import { HoldOrTransferNotice } from './room-wait-notice.tsx';
import type { GuestToken } from './use-room-wait.ts';
import { WaitingRoom } from './waiting-room.tsx';

type Phase =
  | { at: 'lobby' }
  | { at: 'in' | 'left' | 'removed' }
  /** The call has ended for everybody; somebody who only waited in the lobby was never in it. */
  | { at: 'ended'; wasIn: boolean }
  | { at: 'failed'; message: string };

/** Each step of the page has a `main` of its own. */
const MAIN: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector('main');
  },
};

/** The page of a room for guests without an account: preview, join, talk, leave. */
export function RoomPage() {
  const { name } = useParams({ from: '/rooms/$name' });
  const { t: token = '' } = useSearch({ from: '/rooms/$name' });
  const [phase, setPhase] = useState<Phase>({ at: 'lobby' });
  const [wish, setWish] = useState<JoinOptions>();
  const { access } = useStore(meeting);
  // The pressed button goes with its step.
  useKeptFocus(MAIN);
  const entry = useQuery({
    queryKey: ['room', name, token],
    queryFn: async () => (await call(enterRoom, { params: { name }, body: { token } })).data,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
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

  function handleJoin(room: RoomEntry, { userName, hasMicrophone, hasCamera }: LobbyChoice): void {
    setPhase({ at: 'in' });
    const url = `${location.origin}/rooms/${name}`;
    const isInLobby = room.access === 'lobby';
    const { kind, platform } = room;
    const place = { url, token, kind, platform, userName, hasMicrophone, hasCamera, isInLobby };
    void joinMeeting(place, (over) => {
      if (over.why === 'failed') setPhase({ at: 'failed', message: over.message });
      else if (over.why === 'ended') setPhase({ at: 'ended', wasIn: meeting.get().access === 'full' });
      else if (over.why === 'replaced') setPhase({ at: 'failed', message: over.why });
      else setPhase({ at: over.why });
    });
  }

  function handleLeave(): void {
    void meetings.leave();
    setPhase({ at: 'left' });
  }

  /** Asks for admission anew, because an earlier decision about the guest may have changed. */
  function handleAgain(): void {
    void entry.refetch();
    setPhase({ at: 'lobby' });
  }

  if (entry.data?.platform === 'cloudflare' && phase.at === 'lobby') {
    return <FrameRoom name={name} token={token} room={entry.data} onLeave={handleLeave} />;
  }
  if (phase.at === 'in' && access !== 'full') {
    return <WaitingRoom isRefused={access === 'refused'} onLeave={handleLeave} />;
  }
  if (phase.at === 'in') {
    return (
      <RoomStage
        kind={entry.data?.kind ?? 'voice'}
        onLeave={handleLeave}
        notice={
          <div className={classes['told']}>
            <RoomRecordingNotice entrance={{ name, token }} isIn />
            <HoldOrTransferNotice entrance={{ name, token }} />
          </div>
        }
      />
    );
  }
  const isCustomer = entry.data?.role === 'customer';
  return (
    <main tabIndex={-1} className={classes['page']}>
      <Logo />
      {phase.at === 'lobby' ? (
        <JoinStep entry={entry} entrance={{ name, token }} wish={wish} onJoin={handleJoin} />
      ) : (
        <Over phase={phase} rating={isCustomer ? { name, token } : undefined} onAgain={handleAgain} />
      )}
    </main>
  );
}

type OverProps = {
  phase: Exclude<Phase, { at: 'lobby' }>;
  rating: GuestToken | undefined;
  onAgain: () => void;
};

/** Shown after the guest has left or the call has ended: why, and what they can do. */
function Over({ phase, rating, onAgain }: OverProps) {
  const { t } = useTranslation('calls');
  if (phase.at === 'ended') return <Ended wasIn={phase.wasIn} rating={phase.wasIn ? rating : undefined} />;
  if (phase.at === 'removed') return <Removed onAgain={onAgain} />;
  if (phase.at === 'failed')
    return <Sentence title={t('failed')} text={failureText(t, phase.message)} onAgain={onAgain} />;
  return <Sentence title={t('room.left')} text={t('room.leftText')} onAgain={onAgain} />;
}

type EntranceProps = {
  entry: UseQueryResult<RoomEntry>;
  entrance: GuestToken;
  wish: JoinOptions | undefined;
  onJoin: (room: RoomEntry, choice: LobbyChoice) => void;
};

/** Before the call: asks the server for admission, then shows the lobby or the refusal. */
function JoinStep({ entry, entrance, wish, onJoin }: EntranceProps) {
  const { t } = useTranslation('calls');
  // While it is fetched anew, an earlier answer may be outdated.
  if (entry.isFetching) return <p role="status">{t('room.looking')}</p>;
  if (!entry.isSuccess) return <Refused error={entry.error} onAgain={() => void entry.refetch()} />;
  const choice = wish && choiceFor(wish, entry.data);
  if (choice?.userName) return <JoinAtOnce onJoin={() => onJoin(entry.data, choice)} />;
  return (
    <>
      <RoomRecordingNotice entrance={entrance} isIn={false} />
      <Lobby
        key={JSON.stringify(wish)}
        room={entry.data}
        wish={wish}
        onJoin={(choice) => onJoin(entry.data, choice)}
      />
    </>
  );
}

/** Returns the choices of an embedding site; the name is empty where nobody has given one yet. */
const choiceFor = (wish: JoinOptions, { user_name: userName, kind }: RoomEntry): LobbyChoice => ({
  userName: wish.userName ?? userName,
  hasMicrophone: !wish.startAudioOff,
  hasCamera: kind === 'video' && !wish.startVideoOff,
});

/** Joins without asking, because the embedding site has already asked to join. */
function JoinAtOnce({ onJoin }: { onJoin: () => void }) {
  useEffect(onJoin, [onJoin]);
  return null;
}

function Refused({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('calls');
  const code = error instanceof ApiError ? error.code : 'internal';
  if (code === 'removed_from_call') return <Removed onAgain={onAgain} />;
  if (code === 'meeting_ended') return <Ended />;
  if (code === 'not_found' || code === 'forbidden') {
    return <Sentence title={t('room.wrongLink')} text={t('room.wrongLinkText')} />;
  }
  return <Sentence title={t('room.unreachable')} text={t('room.unreachableText')} onAgain={onAgain} />;
}

function Removed({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('calls');
  return <Sentence title={t('over.removed')} text={t('room.removedText')} onAgain={onAgain} />;
}
