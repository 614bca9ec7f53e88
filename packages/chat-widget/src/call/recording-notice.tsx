import { soundRecordingTone } from '@trunkline/call-client';
import type { VisitorCall } from '@trunkline/contract';
import { useEffect } from 'preact/hooks';
import type { CallTexts } from './texts.ts';

/** Tells whether the caller is recorded, also to screen readers, with a tone when the recording begins. */
export function RecordingNotice({ call, texts }: { call: VisitorCall | null; texts: CallTexts }) {
  const now = call?.recording ?? 'off';
  useEffect(() => {
    if (now === 'on') soundRecordingTone();
  }, [now]);
  return (
    <p class="call-recorded" role="status" data-recording={now}>
      {now === 'off' ? call?.is_recorded && texts.recorded : texts.recording[now]}
    </p>
  );
}
