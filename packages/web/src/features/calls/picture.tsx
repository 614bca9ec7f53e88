import { useEffect, useRef } from 'react';
import type { Person } from './meeting.ts';

type Props = { track: MediaStreamTrack; label: string; isMirrored?: boolean; className?: string | undefined };

/** A picture as it comes in. */
export function Picture({ track, label, isMirrored = false, className }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = new MediaStream([track]);
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

/** What the others say, heard but not seen. */
export function Sounds({ people }: { people: readonly Person[] }) {
  return people.flatMap(({ id, sound }) => (sound ? [<Sound key={id} track={sound} />] : []));
}

function Sound({ track }: { track: MediaStreamTrack }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    element.srcObject = new MediaStream([track]);
    // A page that nobody has used yet may not sound; picking up was a use of it, a reload was not.
    element
      .play()
      .catch(() => document.addEventListener('pointerdown', () => void element.play(), { once: true }));
  }, [track]);
  return <audio ref={audio} data-remote-sound autoPlay />;
}
