import { Popover } from '@mantine/core';
import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveTab } from '#shared/api/feed/active-tab.ts';
import { useStore } from '#shared/lib/store.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { AfterCallWork } from './after-call-work.tsx';
import { CallBar } from './call-bar.tsx';
import { IncomingCall } from './incoming-call.tsx';
import type { PhoneLineFailure, LineState } from './line/phone.ts';
import { followPhone, phone, phoneDevice } from './phone-control.ts';
import { PhoneSettings } from './phone-settings.tsx';
import classes from './phone.module.css';

/** States in which the user cannot have a phone, so that nothing is shown. */
const HIDDEN: readonly LineState[] = ['off', 'gateway', 'extension'];

/** The browser phone in the top bar: its state, incoming calls, the current call and the form after it. */
export default function PhoneButton() {
  return (
    <>
      <OwnPhone />
      <AfterCallWork />
    </>
  );
}

function OwnPhone() {
  const { t } = useTranslation('phone');
  const [opened, setOpened] = useState(false);
  const { isActive } = useActiveTab();
  const chosen = useStore(phoneDevice);
  const { line, call, asked } = useStore(phone);
  const hasCall = call !== null;
  const isHere = chosen === 'here' && (isActive || hasCall);
  const say = useEffectEvent(
    (fault: PhoneLineFailure) => void toast(t(`fault.${fault}`), { kind: 'failed' }),
  );
  const sayTaken = useEffectEvent((name: string) => void toast(t('taken', { name })));
  useEffect(
    () =>
      isHere ? followPhone({ onFault: (fault) => say(fault), onTaken: (by) => sayTaken(by) }) : undefined,
    [isHere],
  );
  useWarnBeforeLeaving(hasCall);
  const state = chosen === 'desk' ? 'desk' : line;
  if (state !== 'desk' && HIDDEN.includes(state)) return null;
  const isThere = state === 'ready' || state === 'desk' || state === 'phone';
  const Icon = isThere ? IconPhone : IconPhoneOff;
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        shadow="md"
        width={300}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <button
            type="button"
            className={classes['button']}
            data-line={state}
            aria-label={t(`line.${state}`)}
            aria-expanded={opened}
            title={t(`line.${state}`)}
            onClick={() => setOpened(!opened)}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('title')}>
          <PhoneSettings state={state} />
        </Popover.Dropdown>
      </Popover>
      {call && (call.phase === 'ringing' || call.phase === 'answering') && <IncomingCall call={call} />}
      {call?.phase === 'talking' && <CallBar call={call} asked={asked} />}
    </>
  );
}

/** Has the browser ask before the page is closed during a call. */
function useWarnBeforeLeaving(hasCall: boolean): void {
  useEffect(() => {
    if (!hasCall) return undefined;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', stay);
    return () => globalThis.removeEventListener('beforeunload', stay);
  }, [hasCall]);
}
