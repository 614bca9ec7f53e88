import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../room/room-page.module.css';

/** What there is to say instead of a call, and the way to try again. */
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
