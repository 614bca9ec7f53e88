import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { IconClock, IconClockExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { exactTime } from '#shared/lib/format.ts';
import { nearTime } from '#shared/lib/near-time.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { LineAbove } from '../conversation/composer/line-above.tsx';
import type { AnswerWindow } from './use-answer-window.ts';

const TemplateDialog = lazyOverlay(() => import('./template-dialog.tsx'));

/** Tells until when free replies are possible, and that templates are needed after that. */
export default function WindowLine({ window }: { window: NonNullable<AnswerWindow> }) {
  const { t } = useTranslation('tickets/answer-window');
  const { can } = useSession();
  const [isChoosing, setChoosing] = useState(false);
  const now = useNow(60_000);
  const { state, until, hasTemplates } = window;
  const choose = { label: t('choose'), onClick: () => setChoosing(true) };
  return (
    <>
      <LineAbove
        sign={state === 'open' ? IconClock : IconClockExclamation}
        role={state === 'open' ? undefined : 'status'}
        isLoud={state !== 'open'}
        title={exactTime(until)}
        action={hasTemplates && can('TICKETS:REPLY') ? choose : undefined}
      >
        {t(state === 'closed' && !hasTemplates ? 'over' : state, { time: nearTime(until, now) })}
      </LineAbove>
      {isChoosing && <TemplateDialog onClose={() => setChoosing(false)} />}
    </>
  );
}
