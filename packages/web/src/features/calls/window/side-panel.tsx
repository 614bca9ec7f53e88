import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './side-panel.module.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A panel beside the call, for participants, chat or devices; one at a time. */
export function SidePanel({ title, onClose, children }: Props) {
  const { t } = useTranslation('calls');
  return (
    <aside className={classes['panel']} aria-label={title} data-call-panel>
      <header className={classes['head']}>
        <h2>{title}</h2>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
