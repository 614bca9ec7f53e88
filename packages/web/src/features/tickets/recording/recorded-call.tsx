import { useOpenTicket } from '../ticket-context.ts';
import { useCalls } from '../use-calls.ts';
import classes from './recorded-call.module.css';
import { Recordings } from './recordings.tsx';

/** What was recorded of a call that has ended, where it stands on the time line; nothing where nothing was. */
export function RecordedCall({ callId }: { callId: number }) {
  const { detail } = useOpenTicket();
  const { data: calls = [] } = useCalls(detail.ticket.id);
  const recordings = calls.find(({ id }) => id === callId)?.recordings ?? [];
  if (recordings.length === 0) return null;
  // The time line is read aloud as it grows: not so the seconds of a player.
  return (
    <div className={classes['call']} aria-live="off">
      <Recordings recordings={recordings} />
    </div>
  );
}
