import type { CallRecording } from '@trunkline/contract';
import { useOpenTicket } from '../page/ticket-context.ts';
import { useCalls, useRecordings } from '../timeline/use-calls.ts';
import classes from './recorded-call.module.css';
import { Recordings } from './recordings.tsx';

/** The recordings of an ended call on the time line. */
export function RecordedCall({ callId }: { callId: number }) {
  const recordings = useRecorded(callId, 'talk');
  if (recordings.length === 0) return null;
  // Not announced by screen readers, which read the conversation as it grows but not the seconds of a player.
  return (
    <div className={classes['call']} aria-live="off">
      <Recordings recordings={recordings} />
    </div>
  );
}

/** Recordings of the conversation, or of the voicemail. */
export function useRecorded(callId: number, kind: CallRecording['kind']): CallRecording[] {
  const { detail } = useOpenTicket();
  const { data: calls } = useCalls(detail.ticket.id);
  const room = calls?.find(({ id }) => id === callId);
  const { data: others = [] } = useRecordings(detail.ticket.id, calls !== undefined && !room);
  const recordings = room?.recordings ?? others.filter(({ call_id: id }) => id === callId);
  return recordings.filter((recording) => recording.kind === kind);
}
