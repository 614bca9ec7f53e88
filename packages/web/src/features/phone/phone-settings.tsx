import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { DialPad } from './dial-pad.tsx';
import type { PhoneDevices, LineState } from './line/phone.ts';
import { chooseDevice, choosePhoneDevice, devices, phoneDevice } from './phone-control.ts';
import classes from './phone.module.css';

const KINDS = { microphone: 'audioinput', speaker: 'audiooutput', ringer: 'audiooutput' } as const;

/** Settings of the phone: where calls ring, microphone and loudspeakers, and its state. */
export function PhoneSettings({ state }: { state: LineState | 'desk' }) {
  const { t } = useTranslation('phone');
  const chosen = useStore(phoneDevice);
  const all = useMachine();
  return (
    <div className={classes['settings']}>
      <DialPad />
      <p className={classes['state']} role="status">
        {t(`line.${state}`)}
      </p>
      {state !== 'phone' && (
        <NativeSelect
          label={t('place')}
          size="sm"
          value={chosen}
          data={(['here', 'desk'] as const).map((value) => ({ value, label: t(`places.${value}`) }))}
          onChange={(event) => choosePhoneDevice(event.currentTarget.value === 'desk' ? 'desk' : 'here')}
        />
      )}
      {state !== 'desk' &&
        state !== 'phone' &&
        (Object.keys(KINDS) as (keyof PhoneDevices)[]).map((kind) => (
          <DeviceSelect key={kind} kind={kind} all={all.filter((one) => one.kind === KINDS[kind])} />
        ))}
    </div>
  );
}

function DeviceSelect({ kind, all }: { kind: keyof PhoneDevices; all: readonly MediaDeviceInfo[] }) {
  const { t } = useTranslation('phone');
  const chosen = useStore(devices)[kind];
  const options = all
    .filter(({ deviceId }) => deviceId !== '')
    .map(({ deviceId, label }, index) => ({
      value: deviceId,
      label: label || t('nameless', { number: index + 1 }),
    }));
  return (
    <NativeSelect
      label={t(`device.${kind}`)}
      size="sm"
      value={options.some(({ value }) => value === chosen) ? chosen : ''}
      data={[{ value: '', label: t('usual') }, ...options]}
      onChange={(event) => {
        chooseDevice(kind, event.currentTarget.value).catch(() =>
          toast(t('deviceFailed'), { kind: 'failed' }),
        );
      }}
    />
  );
}

/** The audio devices of this computer; updated when one is plugged in. */
function useMachine(): readonly MediaDeviceInfo[] {
  const [all, setAll] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    // Missing on pages without HTTPS.
    if (mediaDevices === undefined) return undefined;
    const listDevices = () => void mediaDevices.enumerateDevices().then(setAll, () => undefined);
    listDevices();
    mediaDevices.addEventListener('devicechange', listDevices);
    return () => mediaDevices.removeEventListener('devicechange', listDevices);
  }, []);
  return all;
}
