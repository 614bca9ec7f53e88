import { IconAntennaBars3, IconAntennaBars5, IconAntennaBarsOff } from '@tabler/icons-react';
import type { ConnectionSignal } from '@trunkline/call-client';
import { useTranslation } from 'react-i18next';
import classes from '../window/side-panel.module.css';

const ICONS = { good: IconAntennaBars5, weak: IconAntennaBars3, bad: IconAntennaBarsOff } as const;

/** A participant's connection quality as bars, and in words for screen readers. */
export function SignalSign({ signal }: { signal: ConnectionSignal }) {
  const { t } = useTranslation('calls');
  const Icon = ICONS[signal];
  const label = t(`signal.${signal}`);
  return (
    <span className={classes['sign']} role="img" aria-label={label} title={label}>
      <Icon size={16} stroke={2} aria-hidden />
    </span>
  );
}
