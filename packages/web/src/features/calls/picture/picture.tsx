import { playSound, showVideo, type Person } from '@trunkline/call-client';
import { useEffect, useRef } from 'react';

type Props = { track: MediaStreamTrack; label: string; isMirrored?: boolean; className?: string | undefined };

/** A participant's video. */
export function Picture({ track, label, isMirrored = false, className }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) showVideo(video.current, track);
  }, [track]);
  return (
    <video
      ref={video}
      className={className}
      style={isMirrored ? { transform: 'scaleX(-1)' } : undefined}
      aria-label={label}
      autoPlay
      muted
      playsInline
    />
  );
}

type SoundsProps = { people: readonly Person[]; speaker: string };

/** Plays the audio of the other participants on the chosen speaker. */
export function Sounds({ people, speaker }: SoundsProps) {
  return people.flatMap(({ id, sound }) =>
    sound ? [<Sound key={id} track={sound} speaker={speaker} />] : [],
  );
}

function Sound({ track, speaker }: { track: MediaStreamTrack; speaker: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (audio.current) playSound(audio.current, track, speaker);
  }, [track, speaker]);
  return <audio ref={audio} data-remote-sound autoPlay />;
}
