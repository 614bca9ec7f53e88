import { withoutMissingDevices, type ChosenDevices } from '@trunkline/call-client';
import { useEffect, useState } from 'react';

export type Preview = {
  stream: MediaStream | undefined;
  problem: 'none' | 'refused' | 'missing';
  /** The current loudness of the microphone, 0 to 1. */
  loudness: number;
};

const LOOK_MS = 100;

/** Opens camera and microphone for the preview before a call, and releases them on unmount. */
export function usePreview(wantsCamera: boolean, chosen: ChosenDevices): Preview {
  const [stream, setStream] = useState<MediaStream>();
  const [problem, setProblem] = useState<Preview['problem']>('none');
  const [loudness, setLoudness] = useState(0);

  useEffect(() => {
    let own: MediaStream | undefined;
    let isGone = false;
    openDevices(wantsCamera, chosen).then(
      (opened) => {
        own = opened;
        if (isGone) return stop(opened);
        setStream(opened);
        setProblem('none');
      },
      (error: unknown) => !isGone && setProblem(isRefusal(error) ? 'refused' : 'missing'),
    );
    return () => {
      isGone = true;
      if (own) stop(own);
      setStream(undefined);
    };
  }, [wantsCamera, chosen]);

  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0) return undefined;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(samples);
      setLoudness(Math.max(...samples.map((sample) => Math.abs(sample - 128))) / 128);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream]);

  return { stream, problem, loudness };
}

/** Falls back to the microphone alone where no camera can be opened. */
async function openDevices(wantsCamera: boolean, chosen: ChosenDevices): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new Error('not a secure page');
  const { microphone, camera } = await withoutMissingDevices(chosen);
  const audio = microphone ? { deviceId: { exact: microphone } } : true;
  const video = camera ? { deviceId: { exact: camera } } : true;
  if (!wantsCamera) return navigator.mediaDevices.getUserMedia({ audio });
  try {
    return await navigator.mediaDevices.getUserMedia({ audio, video });
  } catch {
    return navigator.mediaDevices.getUserMedia({ audio });
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError';
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
