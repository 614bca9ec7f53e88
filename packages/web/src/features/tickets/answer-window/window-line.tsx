import { IconClock, IconClockExclamation } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { clockTime, exactTime } from '#shared/lib/format.ts';
import classes from './window.module.css';
import type { AnswerWindow } from './use-answer-window.ts';

const TemplateDialog = lazy(() => import('./template-dialog.tsx'));

/** Until when free answers go out, and what goes out after that. */
export default function WindowLine({ window }: { window: NonNullable<AnswerWindow> }) {
  const { t } = useTranslation('answer-window');
  const { can } = useSession();
  const [isChoosing, setChoosing] = useState(false);
  const { state, until } = window;
  const Sign = state === 'open' ? IconClock : IconClockExclamation;
  return (
    <div className={classes['line']} data-state={state}>
      <Sign size={16} stroke={1.75} aria-hidden />
      <p className={classes['words']} role={state === 'open' ? undefined : 'status'} title={exactTime(until)}>
        {t(state, { time: clockTime(until) })}
      </p>
      {can('TICKETS:REPLY') && (
        <button type="button" className={classes['choose']} onClick={() => setChoosing(true)}>
          {t('choose')}
        </button>
      )}
      {isChoosing && (
        <Suspense>
          <TemplateDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
