import { Button, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Logo } from '#shared/ui/marks/logo.tsx';
import { meetings } from '../meeting.ts';
import classes from './room-page.module.css';

type Props = { isRefused: boolean; onLeave: () => void };

/** Shown to a guest in the lobby until an agent decides, and after a refusal. */
export function WaitingRoom({ isRefused, onLeave }: Props) {
  const { t } = useTranslation('calls');
  return (
    <main tabIndex={-1} className={classes['page']}>
      <Logo />
      <section className={classes['sentence']} role="status">
        <div className={classes['waiting']}>
          {!isRefused && <Loader size="sm" aria-hidden />}
          <h1>{t(isRefused ? 'room.refusedEntry' : 'room.waiting')}</h1>
        </div>
        <p>{t(isRefused ? 'room.refusedText' : 'room.waitingText')}</p>
        <div className={classes['waiting']}>
          {isRefused && <Button onClick={() => void meetings.ask()}>{t('room.askAgain')}</Button>}
          <Button variant="default" onClick={onLeave}>
            {t('room.leave')}
          </Button>
        </div>
      </section>
    </main>
  );
}
