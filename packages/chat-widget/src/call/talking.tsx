import { useEffect, useRef, useState } from 'preact/hooks';
import { CallIcon } from './call-icon.tsx';
import type { PartProps } from './call-panel.tsx';
import type { Meeting, Tracks } from './meeting.ts';
import { useFollowed } from './use-followed.ts';

/** Waiting for somebody, and then talking with them. */
export function Talking({ control, view, texts }: PartProps) {
  const { call, meeting } = view;
  const isConnected = call?.state === 'connected';
  return (
    <div class="call">
      {meeting ? <Stage meeting={meeting} texts={texts} /> : <div class="call-stage" />}
      <div class="call-said" role="status">
        {isConnected ? (
          <p class="call-title">{call.agent_name ? texts.talking(call.agent_name) : texts.joining}</p>
        ) : (
          <>
            <p class="call-title">{texts.waiting}</p>
            {call?.position && call.position > 1 && <p>{texts.place(call.position)}</p>}
            {call?.expected_wait != null && <p>{texts.expected(call.expected_wait)}</p>}
          </>
        )}
      </div>
      {call?.is_recorded && <p class="call-recorded">{texts.recorded}</p>}
      <div class="call-bar">
        {meeting && <Toggles meeting={meeting} texts={texts} isVideo={call?.kind === 'video'} />}
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

type WithMeeting = { meeting: Meeting; texts: PartProps['texts'] };

function Stage({ meeting, texts }: WithMeeting) {
  const now = useFollowed(meeting.tracks);
  return (
    <div class="call-stage">
      {now.pictures.map((track) => (
        <Media key={track.id} track={track} />
      ))}
      {now.own && <Media track={now.own} label={texts.own} isOwn />}
      {now.sounds.map((track) => (
        <Sound key={track.id} track={track} />
      ))}
      <Trouble now={now} texts={texts} />
    </div>
  );
}

function Trouble({ now, texts }: { now: Tracks; texts: PartProps['texts'] }) {
  const said = now.line === 'lost' ? texts.lost : now.hasMicrophone ? undefined : texts.noMicrophone;
  return said ? (
    <p class="call-trouble" role="alert">
      {said}
    </p>
  ) : null;
}

function Toggles({ meeting, texts, isVideo }: WithMeeting & { isVideo: boolean }) {
  const now = useFollowed(meeting.tracks);
  const [isCameraOn, setCameraOn] = useState(isVideo);
  return (
    <>
      <button
        type="button"
        class="call-round"
        aria-pressed={!now.isMuted}
        aria-label={now.isMuted ? texts.unmute : texts.mute}
        title={now.isMuted ? texts.unmute : texts.mute}
        onClick={() => meeting.setMicrophone(now.isMuted)}
      >
        <CallIcon name={now.isMuted ? 'silence' : 'microphone'} />
      </button>
      {isVideo && (
        <button
          type="button"
          class="call-round"
          aria-pressed={isCameraOn}
          aria-label={isCameraOn ? texts.cameraOff : texts.cameraOn}
          title={isCameraOn ? texts.cameraOff : texts.cameraOn}
          onClick={() => {
            meeting.setCamera(!isCameraOn);
            setCameraOn(!isCameraOn);
          }}
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
    if (video.current) video.current.srcObject = new MediaStream([track]);
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
    const { current } = audio;
    if (!current) return;
    current.srcObject = new MediaStream([track]);
    // After a reload nobody has used the page yet, and it may not sound before somebody does.
    current
      .play()
      .catch(() => document.addEventListener('pointerdown', () => void current.play(), { once: true }));
  }, [track]);
  return <audio ref={audio} autoPlay />;
}
