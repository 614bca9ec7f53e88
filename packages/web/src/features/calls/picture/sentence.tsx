import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../room/room-page.module.css';

/** Message shown in place of the call, with a retry button if `onAgain` is given. */
export function Sentence({ title, text, onAgain }: { title: string; text: string; onAgain?: () => void }) {
  const { t } = useTranslation('calls');
  return (
    <section className={classes['sentence']} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      {onAgain && <Button onClick={onAgain}>{t('room.again')}</Button>}
    </section>
  );
}
