import { EntryFrame } from '#shared/ui/layout/entry-frame.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The account of the administrator, and the four steps after it. */
const STEPS = 5;

type Props = { title: string; intro?: string; step?: number; children?: ReactNode };

/** The frame of one setup step, with the progress. */
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
