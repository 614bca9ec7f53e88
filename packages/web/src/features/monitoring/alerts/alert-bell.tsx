import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveTab } from '#shared/api/feed/active-tab.ts';
import { useConnection } from '#shared/api/realtime.ts';
import { notify } from '#shared/lib/notifications.ts';
import { playSound } from '#shared/lib/sounds/sound.ts';
import { SOUNDS } from '#shared/lib/sounds/sounds.ts';
import classes from '../bar-sign.module.css';
import { notifiedKey, soundingAlertsOf, unnotifiedAlertsOf, useFloorAlerts } from './use-floor-alerts.ts';
import { useAlertWords } from './use-alert-words.ts';

/** The button on every page that shows current alerts; it also plays their sound and shows notifications. */
export function AlertBell() {
  const { t } = useTranslation('monitoring/alerts');
  const { isActive } = useActiveTab();
  const isOnline = useConnection() === 'online';
  const words = useAlertWords();
  const alerts = useFloorAlerts();
  const notified = useRef(new Set<string>());
  const isSounding = soundingAlertsOf(alerts).length > 0 && isActive && isOnline;
  useEffect(() => {
    if (!isSounding) return undefined;
    playSound('waiting');
    const timer = setInterval(() => playSound('waiting'), SOUNDS.waiting.everyMs);
    return () => clearInterval(timer);
  }, [isSounding]);
  const tell = useEffectEvent(() => {
    for (const alert of unnotifiedAlertsOf(alerts, notified.current)) {
      notified.current.add(notifiedKey(alert));
      const body = `${words.aboutOf(alert)} · ${words.valueOf(alert.kind, alert.value)}`;
      notify(`${t(`level.${alert.level}`)}: ${alert.name}`, { body, tag: `alert-${alert.id}` });
    }
  });
  useEffect(() => {
    if (isActive) tell();
  }, [alerts, isActive]);
  if (alerts.length === 0) return null;
  const says = t('count', { count: alerts.length });
  return (
    <span role="status">
      <Link
        to="/monitoring"
        className={classes['sign']}
        data-level={alerts.some(({ level }) => level === 'alarm') ? 'alarm' : 'warn'}
        title={says}
        aria-label={says}
      >
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        {alerts.length}
      </Link>
    </span>
  );
}
