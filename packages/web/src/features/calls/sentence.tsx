import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './room-page.module.css';

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

/** The call is over for everybody: there is nothing to come back to. Who was in it is thanked. */
export function Ended({ wasIn = false }: { wasIn?: boolean }) {
  const { t } = useTranslation('calls');
  return <Sentence title={t('room.ended')} text={wasIn ? t('room.thanks') : t('room.endedText')} />;
}
