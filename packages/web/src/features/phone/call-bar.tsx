import { Popover, UnstyledButton } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerRecord,
  IconPlayerRecordFilled,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { pausePhoneRecording } from '@trunkline/contract';
import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { Keypad } from '#shared/dialing/keypad.tsx';
import { ownRoom } from '#shared/dialing/own-phone.ts';
import { useOwnCall } from '#shared/dialing/use-own-call.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { stopwatchText } from '#shared/lib/format.ts';
import { useWindowFocus } from '#shared/lib/keys/use-window-focus.ts';
import { useStore } from '#shared/lib/store.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { BringIntoVideoCall } from './bring-into-video-call.tsx';
import { callStatesOf } from './line/call-states.ts';
import type { LineCall } from './line/phone.ts';
import { escortedCall, pausedCall, phone, currentPhoneLine } from './phone-control.ts';
import classes from './phone.module.css';
import { Tool, type ToolProps } from './tool.tsx';
import { TransferPanel } from './transfer-panel.tsx';
import { useCaller } from './use-caller.ts';

type Props = { call: LineCall; asked: LineCall | null };

/** The bar of the current telephone call with its actions, over every page. */
export function CallBar({ call, asked }: Props) {
  const { t } = useTranslation('phone');
  const { name, ticketId, queue } = useCaller(call.number, call.id);
  const { quality, isConference } = useStore(phone);
  const room = useStore(ownRoom);
  const isInRoom = room?.hasPhone === true;
  const isPaused = useStore(pausedCall) === call.id;
  const { call: dialled } = useOwnCall();
  const states = callStatesOf(call, { isInRoom, isPaused, dialled });
  const part = useRef<HTMLElement>(null);
  useWindowFocus(part);
  return (
    <section
      ref={part}
      tabIndex={-1}
      className={classes['bar']}
      data-room={room !== null || undefined}
      aria-label={t('call')}
    >
      <div className={classes['who']}>
        <span className={classes['name']} dir="auto">
          {name || t('withheld')}
        </span>
        <span className={classes['time']}>
          <Timer since={call.since} /> ·{' '}
          <span role="status">{states.map((state) => t(state)).join(' · ')}</span>
          {queue !== '' && ` · ${queue}`}
        </span>
      </div>
      {quality !== 'unknown' && (
        <span className={classes['quality']} data-quality={quality}>
          {t(`quality.${quality}`)}
        </span>
      )}
      <div className={classes['tools']}>
        {asked ? <AskedTools asked={asked} /> : <CallTools call={call} name={name} ticketId={ticketId} />}
        <Tool
          Icon={IconPhoneOff}
          label={t(isConference ? 'hangUpAll' : 'hangUp')}
          isEnd
          onClick={() => currentPhoneLine()?.hangUp()}
        />
      </div>
    </section>
  );
}

function CallTools({ call, name, ticketId }: ComponentProps<typeof BringIntoVideoCall>) {
  const { t } = useTranslation('phone');
  const attended = useStore(escortedCall);
  const isInRoom = useStore(ownRoom)?.hasPhone === true;
  // A supervisor who listens to somebody else's call can only mute themselves, or leave.
  if (call.isOwn && attended !== null && attended.state !== 'ended') return <Mute call={call} />;
  return (
    <>
      <Mute call={call} />
      {!isInRoom && <Pause id={call.id} />}
      <Tool
        Icon={call.isHoldWanted ? IconPlayerPlay : IconPlayerPause}
        label={t(call.isHoldWanted ? 'resume' : 'hold')}
        isOn={call.isHoldWanted}
        onClick={() => void currentPhoneLine()?.hold(!call.isHoldWanted)}
      />
      <Opening Icon={IconDialpad} label={t('keypad')}>
        {() => <Keypad onPress={(key) => currentPhoneLine()?.press(key)} />}
      </Opening>
      <BringIntoVideoCall call={call} name={name} ticketId={ticketId} />
      {!isInRoom && (
        <Opening Icon={IconArrowForwardUp} label={t('transfer')}>
          {(close) => <TransferPanel onDone={close} />}
        </Opening>
      )}
    </>
  );
}

function Mute({ call: { isMuted } }: { call: LineCall }) {
  const { t } = useTranslation('phone');
  return (
    <Tool
      Icon={isMuted ? IconMicrophoneOff : IconMicrophone}
      label={t(isMuted ? 'unmute' : 'mute')}
      isOn={isMuted}
      onClick={() => currentPhoneLine()?.mute(!isMuted)}
    />
  );
}

/** Pauses the recording until it is resumed or the call ends, for example for card data. */
function Pause({ id }: { id: string }) {
  const { t } = useTranslation('phone');
  const isPaused = useStore(pausedCall) === id;
  const change = useMutation({
    mutationFn: (next: boolean) => call(pausePhoneRecording, { body: { is_paused: next } }),
    onSuccess: (_, next) => pausedCall.set(next ? id : null),
    onError: (error) =>
      toast(t(errorCode(error) === 'conflict' ? 'notRecorded' : 'fault.failed'), { kind: 'failed' }),
  });
  return (
    <Tool
      Icon={isPaused ? IconPlayerRecord : IconPlayerRecordFilled}
      label={t(isPaused ? 'record' : 'pauseRecording')}
      isOn={isPaused}
      disabled={change.isPending}
      onClick={() => change.mutate(!isPaused)}
    />
  );
}

/** Actions while a colleague or a queue is consulted and the customer hears music, or takes part in the conference. */
function AskedTools({ asked }: { asked: LineCall }) {
  const { t } = useTranslation('phone');
  const { call, isConference: isTogether } = useStore(phone);
  const isThere = asked.phase === 'talking';
  const isAnswered = isThere && !asked.isQueued;
  const state = !isThere ? 'calling' : isAnswered ? 'asking' : 'queued';
  return (
    <>
      <span className={classes['asked']} role="status">
        {t(isTogether ? 'together' : state, { name: asked.name || asked.number })}
      </span>
      {isTogether ? (
        call && <Mute call={call} />
      ) : (
        <UnstyledButton
          className={classes['word']}
          disabled={!isAnswered}
          onClick={() => void currentPhoneLine()?.startConference()}
        >
          {t('talkTogether')}
        </UnstyledButton>
      )}
      <UnstyledButton className={classes['word']} onClick={() => void currentPhoneLine()?.back()}>
        {t('back')}
      </UnstyledButton>
      <UnstyledButton
        className={classes['word']}
        disabled={!isThere}
        onClick={() => void currentPhoneLine()?.transfer()}
      >
        {t('putThrough')}
      </UnstyledButton>
    </>
  );
}

function Opening({
  Icon,
  label,
  children,
}: Pick<ToolProps, 'Icon' | 'label'> & { children: (close: () => void) => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="top" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Tool Icon={Icon} label={label} isOn={opened} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}

function Timer({ since }: { since: number | null }) {
  const now = useNow();
  return <time>{stopwatchText((now - (since ?? now)) / 1000)}</time>;
}
