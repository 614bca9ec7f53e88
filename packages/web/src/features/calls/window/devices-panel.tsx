import { NativeSelect } from '@mantine/core';
import type { BackgroundEffect, DeviceKind, Meeting } from '@trunkline/call-client';
import type { CallKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { toast } from '#shared/ui/states/toast.ts';
import { meetings, storeChosenDevices } from '../meeting.ts';
import { SidePanel } from './side-panel.tsx';
import classes from './side-panel.module.css';

type Props = { now: Meeting; kind: CallKind; onClose: () => void };

const BACKGROUNDS: readonly BackgroundEffect[] = ['none', 'blur', 'strong'];
const KINDS: Record<CallKind, readonly DeviceKind[]> = {
  voice: ['microphone', 'speaker'],
  video: ['microphone', 'camera', 'speaker'],
};

/** Chooses microphone, camera, speaker and background during a call; kept for the next one. */
export function DevicesPanel({ now, kind, onClose }: Props) {
  const { t } = useTranslation('calls');
  return (
    <SidePanel title={t('devices.title')} onClose={onClose}>
      <div className={classes['body']}>
        {KINDS[kind].map((each) => (
          <DeviceSelect key={each} kind={each} devices={now.devices[each]} />
        ))}
        {kind === 'video' && <BackgroundSelect background={now.background} />}
      </div>
    </SidePanel>
  );
}

function DeviceSelect({ kind, devices }: { kind: DeviceKind; devices: Meeting['devices'][DeviceKind] }) {
  const { t } = useTranslation('calls');
  const { all, current } = devices;
  if (all.length === 0)
    return kind === 'speaker' ? <p className={classes['note']}>{t('devices.noSpeaker')}</p> : null;

  function handleChange(id: string): void {
    meetings.choose(kind, id).then(
      () => storeChosenDevices({ [kind]: id }),
      () => toast(t('devices.failed'), { kind: 'failed' }),
    );
  }

  const options = all.map(({ id, label }, index) => ({
    value: id,
    label: label || t('devices.nameless', { number: index + 1 }),
  }));
  // Without a choice the system's default speaker is used.
  const isOwn = !all.some(({ id }) => id === current);
  return (
    <NativeSelect
      label={t(`devices.${kind}`)}
      size="sm"
      data={isOwn ? [{ value: '', label: t('devices.usual') }, ...options] : options}
      value={isOwn ? '' : current}
      onChange={(event) => handleChange(event.currentTarget.value)}
    />
  );
}

function BackgroundSelect({ background }: Pick<Meeting, 'background'>) {
  const { t } = useTranslation('calls');
  const { chosen, isPossible, hasFailed } = background;
  if (!isPossible) return <p className={classes['note']}>{t('devices.noBackground')}</p>;

  function handleChange(value: string): void {
    const next = BACKGROUNDS.find((each) => each === value) ?? 'none';
    storeChosenDevices({ background: next });
    void meetings.setBackground(next);
  }

  return (
    <NativeSelect
      label={t('devices.background')}
      size="sm"
      data={BACKGROUNDS.map((value) => ({ value, label: t(`devices.backgrounds.${value}`) }))}
      value={chosen}
      error={hasFailed && t('devices.backgroundFailed')}
      onChange={(event) => handleChange(event.currentTarget.value)}
    />
  );
}
