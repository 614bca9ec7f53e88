/** Shows a track in an element of the page. */
export function showPicture(element: HTMLVideoElement, track: MediaStreamTrack): void {
  element.srcObject = new MediaStream([track]);
}

/** Lets a track be heard; on the given speaker where the browser lets one choose. */
export function playSound(element: HTMLAudioElement, track: MediaStreamTrack, speakerId = ''): void {
  element.srcObject = new MediaStream([track]);
  // A speaker that has gone away: the sound comes out where the machine sends it.
  if (canChooseSpeaker()) void element.setSinkId(speakerId).catch(() => undefined);
  // A page that nobody has used yet may not sound; picking up was a use of it, a reload was not.
  element
    .play()
    .catch(() => document.addEventListener('pointerdown', () => void element.play(), { once: true }));
}

/** Whether this browser lets a page choose where it sounds. */
export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;
