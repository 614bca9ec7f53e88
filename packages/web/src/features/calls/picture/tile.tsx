import type { Person } from '@trunkline/call-client';
import { useTranslation } from 'react-i18next';
import { ParticipantAvatar } from './participant-avatar.tsx';
import { Picture } from './picture.tsx';
import { SignalSign } from './signal-sign.tsx';
import classes from './tile.module.css';

/** A participant's video or initials, with mute and connection marks. */
export function Tile({ person }: { person: Person }) {
  const { t } = useTranslation('calls');
  return (
    <figure className={classes['tile']}>
      {person.picture ? (
        <Picture
          track={person.picture}
          label={person.name}
          isMirrored={person.isLocal}
          className={classes['fill']}
        />
      ) : (
        <ParticipantAvatar person={person} size={72} />
      )}
      <figcaption className={classes['caption']} dir="auto">
        {person.isLocal ? t('room.you') : person.name}
        {person.signal !== 'good' && <SignalSign signal={person.signal} />}
        {person.isWhispering && ` · ${t('whispers')}`}
        {person.isMuted && ` · ${person.isLocal ? t('room.muted') : t('notice.muted')}`}
      </figcaption>
    </figure>
  );
}

/** A participant's shared screen, as large as there is space. */
export function ScreenTile({ person: { name, screen } }: { person: Person }) {
  const { t } = useTranslation('calls');
  if (!screen) return null;
  return (
    <figure className={classes['screen']}>
      <Picture track={screen} label={t('room.screenOf', { name })} className={classes['whole']} />
    </figure>
  );
}
