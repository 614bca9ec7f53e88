import { IconAlertTriangle } from '@tabler/icons-react';
import type { Meeting } from '@trunkline/call-client';
import type { CallKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Warns of problems with the own connection and devices during a call; nothing while all is well. */
export function LineHint({
  now,
  kind,
  className,
}: {
  now: Meeting;
  kind: CallKind;
  className: string | undefined;
}) {
  const { t } = useTranslation('calls');
  const { replaced, signal, isLineCut } = now;
  if (isLineCut) return null;
  if (replaced) {
    const { kind: device, label } = replaced;
    return <span className={className}>{t(`devices.replaced.${device}`, { label })}</span>;
  }
  if (signal === 'good') return null;
  return (
    <span className={className}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {t(`hint.${signal}.${kind}`)}
    </span>
  );
}
