import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The administrator, and what follows. */
const STEPS = 5;

type Props = { title: string; intro?: string; step?: number; children?: ReactNode };

/** One step of the wizard. */
export function SetupFrame({ title, intro, step, children }: Props) {
  const { t } = useTranslation('first-run');
  return (
    <EntryFrame
      title={title}
      isWide
      {...(step !== undefined && { above: t('step', { step, steps: STEPS }) })}
    >
      {intro !== undefined && <p>{intro}</p>}
      {children}
    </EntryFrame>
  );
}
