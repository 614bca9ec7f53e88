import { playSound, meetingProblemOf, showVideo, type Meeting } from '@trunkline/call-client';
import { useEffect, useRef } from 'preact/hooks';
import { Alternatives } from '../call/alternatives.tsx';
import { CallIcon } from '../call/call-icon.tsx';
import type { PartProps } from '../call/part-props.ts';
import type { OpenMeeting } from './meeting.ts';
import { CallAvatar } from './call-avatar.tsx';
import { RoomFrame } from './room-frame.tsx';
import { RecordingNotice } from '../call/recording-notice.tsx';
import { CallStatus } from './call-status.tsx';
import { useStoreValue } from '../call/use-store-value.ts';

/** The panel of a call while it waits and while it is connected. */
export function Talking({ control, view, texts }: PartProps) {
  const { call, meeting } = view;
  // After a transfer the visitor waits for a certain department, and hears music.
  const isFirstWait = call?.state !== 'connected' && !call?.moved_to;
  return (
    <div class="call">
      <Place control={control} view={view} texts={texts} />
      <div class="call-said" role="status" tabIndex={-1} data-start>
        <CallStatus view={view} texts={texts} />
      </div>
      {isFirstWait && (
        <div class="call-instead">
          <p>{texts.instead}</p>
          <Alternatives control={control} texts={texts} />
        </div>
      )}
      <RecordingNotice call={call} texts={texts} />
      <div class="call-bar">
        {/* On hold nothing is sent, so there is nothing to mute. */}
        {meeting && call?.held_since === null && (
          <Toggles meeting={meeting} texts={texts} isVideo={call.kind === 'video'} />
        )}
        <button
          type="button"
          class="call-round end"
          aria-label={texts.hangUp}
          title={texts.hangUp}
          onClick={() => void control.hangUp()}
        >
          <CallIcon name="voice" size={22} />
        </button>
      </div>
    </div>
  );
}

/** The picture of the call: the meeting, or the frame of another platform. */
function Place({ control, view: { call, meeting }, texts }: PartProps) {
  if (call?.platform === 'cloudflare' && call.state === 'connected' && call.token !== null) {
    return <RoomFrame call={{ ...call, token: call.token }} control={control} texts={texts} />;
  }
  if (meeting) return <Stage call={call} meeting={meeting} texts={texts} />;
  return (
    <div class="call-stage calm">
      <CallAvatar call={call} texts={texts} />
    </div>
  );
}

type WithMeeting = { meeting: OpenMeeting; texts: PartProps['texts'] };

function Stage({ call, meeting, texts }: WithMeeting & Pick<PartProps['view'], 'call'>) {
  const now = useStoreValue(meeting.now);
  const own = now.people.find(({ isLocal }) => isLocal)?.picture;
  const others = now.people.filter(({ isLocal }) => !isLocal);
  const isSeen = call?.held_since == null && others.some(({ picture, screen }) => picture ?? screen);
  return (
    <div class={isSeen ? 'call-stage' : 'call-stage calm'}>
      {!isSeen && <CallAvatar call={call} texts={texts} />}
      <div class="call-pictures">
        {others.map(({ id, picture }) => picture && <Media key={id} track={picture} />)}
        {others.map(({ id, screen }) => screen && <Media key={id} track={screen} />)}
      </div>
      {own && <Media track={own} label={texts.own} isOwn />}
      {others.map(({ id, sound }) => sound && <Sound key={id} track={sound} />)}
      <Trouble now={now} texts={texts} />
    </div>
  );
}

function Trouble({ now, texts }: { now: Meeting; texts: PartProps['texts'] }) {
  const said = texts.problem[meetingProblemOf(now)];
  return said ? (
    <p class="call-trouble" role="alert">
      {said}
    </p>
  ) : null;
}

function Toggles({ meeting, texts, isVideo }: WithMeeting & { isVideo: boolean }) {
  const { people } = useStoreValue(meeting.now);
  const own = people.find(({ isLocal }) => isLocal);
  const isMuted = own?.isMuted ?? false;
  const isCameraOn = own?.hasCamera ?? isVideo;
  return (
    <>
      <button
        type="button"
        class="call-round"
        aria-pressed={!isMuted}
        aria-label={isMuted ? texts.unmute : texts.mute}
        title={isMuted ? texts.unmute : texts.mute}
        onClick={() => meeting.line.setMicrophone(isMuted)}
      >
        <CallIcon name={isMuted ? 'silence' : 'microphone'} />
      </button>
      {isVideo && (
        <button
          type="button"
          class="call-round"
          aria-pressed={isCameraOn}
          aria-label={isCameraOn ? texts.cameraOff : texts.cameraOn}
          title={isCameraOn ? texts.cameraOff : texts.cameraOn}
          onClick={() => meeting.line.setCamera(!isCameraOn)}
        >
          <CallIcon name="video" />
        </button>
      )}
    </>
  );
}

function Media({
  track,
  label,
  isOwn = false,
}: {
  track: MediaStreamTrack;
  label?: string;
  isOwn?: boolean;
}) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) showVideo(video.current, track);
  }, [track]);
  return (
    <video
      ref={video}
      class={isOwn ? 'call-own' : 'call-picture'}
      aria-label={label}
      autoPlay
      muted
      playsInline
    />
  );
}

function Sound({ track }: { track: MediaStreamTrack }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (audio.current) playSound(audio.current, track);
  }, [track]);
  return <audio ref={audio} autoPlay />;
}
