/** Plays a video track in an element. */
export function showVideo(element: HTMLVideoElement, track: MediaStreamTrack): void {
  element.srcObject = new MediaStream([track]);
}

/** Plays an audio track, on the given speaker where the browser supports a choice. */
export function playSound(element: HTMLAudioElement, track: MediaStreamTrack, speakerId = ''): void {
  element.srcObject = new MediaStream([track]);
  // If the speaker is gone, the default one plays it.
  if (canChooseSpeaker()) void element.setSinkId(speakerId).catch(() => undefined);
  // Browsers may refuse to play before any interaction with the page, for example after a reload during a call.
  element
    .play()
    .catch(() => document.addEventListener('pointerdown', () => void element.play(), { once: true }));
}

/** Whether this browser lets a page choose the speaker. */
export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;
