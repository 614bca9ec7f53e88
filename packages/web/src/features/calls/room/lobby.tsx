import { useLineError } from '#shared/forms/use-line-error.ts';
import { Button, TextInput } from '@mantine/core';
import type { JoinOptions } from '@trunkline/call-client';
import { onOneLine, LIMITS, type RoomEntry } from '@trunkline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { CameraButton, MicrophoneButton } from '../call-buttons.tsx';
import { readChosenDevices } from '../meeting.ts';
import { Picture } from '../picture/picture.tsx';
import classes from './room-page.module.css';
import { usePreview } from './use-preview.ts';

export type LobbyChoice = { userName: string; hasMicrophone: boolean; hasCamera: boolean };

type Props = {
  room: RoomEntry;
  /** Settings from the site that embeds this page. */
  wish?: JoinOptions | undefined;
  onJoin: (choice: LobbyChoice) => void;
};

/** The page before the call: preview of camera and microphone, and the guest's name. */
export function Lobby({ room, wish, onJoin }: Props) {
  const { t } = useTranslation('calls');
  const lineError = useLineError();
  // The preview uses the devices that the call will use.
  const [chosen] = useState(readChosenDevices);
  const [userName, setUserName] = useState(wish?.userName ?? room.user_name);
  const [hasMicrophone, setMicrophone] = useState(!wish?.startAudioOff);
  const [hasCamera, setCamera] = useState(room.kind === 'video' && !wish?.startVideoOff);
  const { stream, problem, loudness } = usePreview(room.kind === 'video' && hasCamera, chosen);
  const picture = stream?.getVideoTracks()[0];

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (onOneLine(userName)) onJoin({ userName: onOneLine(userName), hasMicrophone, hasCamera });
  }

  return (
    <form className={classes['lobby']} onSubmit={handleSubmit}>
      <h1>{t(`room.title.${room.kind}`)}</h1>
      <div className={classes['mirror']}>
        {picture ? (
          <Picture track={picture} label={t('own')} isMirrored className={classes['fill']} />
        ) : (
          <Avatar name={userName || '?'} size={88} />
        )}
        <div className={classes['toggles']}>
          <MicrophoneButton isOn={hasMicrophone} onChange={setMicrophone} />
          {room.kind === 'video' && <CameraButton isOn={hasCamera} onChange={setCamera} />}
        </div>
      </div>
      {problem === 'none' ? (
        <meter
          className={classes['meter']}
          aria-label={t('room.loudness')}
          min={0}
          max={1}
          value={hasMicrophone ? loudness : 0}
        />
      ) : (
        <p className={classes['problem']} role="alert">
          {t(`room.${problem}`)}
        </p>
      )}
      {room.access === 'lobby' && <p className={classes['hint']}>{t('room.askInText')}</p>}
      <TextInput
        label={t('room.name')}
        size="md"
        value={userName}
        error={lineError(userName)}
        maxLength={LIMITS.name}
        autoComplete="name"
        onChange={(event) => setUserName(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth disabled={onOneLine(userName) === ''}>
        {t(room.access === 'lobby' ? 'room.askIn' : 'room.join')}
      </Button>
    </form>
  );
}
