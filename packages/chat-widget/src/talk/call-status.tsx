import { stopwatchText } from '@trunkline/contract/duration-text';
import { useEffect, useState } from 'preact/hooks';
import type { PartProps } from '../call/part-props.ts';
import { useStoreValue } from '../call/use-store-value.ts';
import { HoldMusic } from './hold-music.tsx';
import type { OpenMeeting } from './meeting.ts';

const TICK_MS = 1000;

/** The state of the call in words: waiting, talking, on hold, or being transferred; with music for the last two. */
export function CallStatus({ view: { call, meeting }, texts }: Pick<PartProps, 'view' | 'texts'>) {
  if (call?.state !== 'connected') return <Waiting call={call} texts={texts} />;
  if (call.held_since !== null) {
    return (
      <>
        <p class="call-title">{texts.held}</p>
        <Since start={call.held_since} />
        <HoldMusic />
      </>
    );
  }
  return (
    <p class="call-title">
      {call.agent_name ? texts.talking(call.agent_name) : texts.joining}
      {meeting && <Supervisors now={meeting.now} />}
    </p>
  );
}

/** Whoever has joined them; nobody else is told to this page. */
function Supervisors({ now }: Pick<OpenMeeting, 'now'>) {
  return <>{useStoreValue(now).people.map(({ role, name }) => role === 'supervisor' && `, ${name}`)}</>;
}

function Waiting({ call, texts }: { call: PartProps['view']['call']; texts: PartProps['texts'] }) {
  const department = call?.moved_to;
  return (
    <>
      <p class="call-title">{department ? texts.moved(department) : texts.waiting}</p>
      {call?.position && <p>{texts.place(call.position)}</p>}
      {call?.expected_wait != null && <p>{texts.expected(call.expected_wait)}</p>}
      {department && <HoldMusic />}
    </>
  );
}

/** The time since the hold began; hidden from screen readers, which would announce every second. */
function Since({ start }: { start: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <p aria-hidden="true">{stopwatchText((now - Date.parse(start)) / 1000)}</p>;
}
