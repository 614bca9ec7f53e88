import { playSound, volumeOf } from '#shared/lib/sounds/sound.ts';
import { SaveState, type SaveStatus } from '#shared/ui/states/save-state.tsx';
import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { SOUND_NAMES, type CurrentUser, type SoundName } from '@trunkline/contract';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { changeProfile } from './api.ts';
import classes from './profile-page.module.css';

/** Volumes of the sounds; saved while the slider moves. */
export function SoundsSection({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('auth');
  const [volumes, setVolumes] = useState(user.sounds);
  const save = useMutation({ mutationFn: (sounds: CurrentUser['sounds']) => changeProfile({ sounds }) });
  const saveSoon = useDebouncedCallback((sounds: CurrentUser['sounds']) => save.mutate(sounds), 500);
  const status: SaveStatus = save.isError
    ? 'failed'
    : save.isPending || (volumes !== save.variables && volumes !== user.sounds)
      ? 'saving'
      : 'saved';

  function handleChange(name: SoundName, volume: number): void {
    const next = { ...volumes, [name]: volume };
    setVolumes(next);
    saveSoon(next);
  }

  return (
    <>
      <ul className={classes['rows']}>
        {SOUND_NAMES.map((name) => {
          const volume = volumeOf(volumes, name);
          const label = t(`profile.sound.${name}`);
          return (
            <li key={name} className={`${classes['row']} ${classes['sound']}`}>
              <span className={`${classes['main']} ${classes['name']}`}>{label}</span>
              <input
                type="range"
                className={classes['slider']}
                style={{ '--share': volume } as CSSProperties}
                min={0}
                max={1}
                step={0.05}
                value={volume}
                aria-label={t('profile.volume', { name: label })}
                onChange={(event) => handleChange(name, Number(event.currentTarget.value))}
              />
              <span className={classes['share']}>
                {volume === 0 ? t('profile.muted') : `${Math.round(volume * 100)}%`}
              </span>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
                aria-label={t('profile.test-label', { name: label })}
                onClick={() => playSound(name, volume)}
              >
                {t('profile.test')}
              </Button>
            </li>
          );
        })}
      </ul>
      <SaveState status={status} />
    </>
  );
}
