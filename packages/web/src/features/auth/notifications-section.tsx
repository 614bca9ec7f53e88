import { askForNotifications, useNotificationPermission } from '#shared/lib/notifications.ts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './profile-page.module.css';

/** Asks for the browser's permission to notify, and shows whether it was given. */
export function NotificationsSection() {
  const { t } = useTranslation('auth');
  const permission = useNotificationPermission();
  if (permission === 'granted') {
    return (
      <p className={classes['save']} style={{ margin: 0 }}>
        <IconCheck size={16} stroke={1.75} color="var(--green)" aria-hidden />
        {t('profile.notifications-on')}
      </p>
    );
  }
  if (permission !== 'default') return <p style={{ margin: 0 }}>{t('profile.notifications-denied')}</p>;
  return (
    <Button variant="default" onClick={() => void askForNotifications()}>
      {t('profile.notifications-ask')}
    </Button>
  );
}
