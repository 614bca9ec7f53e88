import { useActiveTab } from '#shared/api/feed/active-tab.ts';
import { realtime } from '#shared/api/realtime.ts';
import { askForNotifications, notify, useNotificationPermission } from '#shared/lib/notifications.ts';
import { waitingCount } from '#shared/lib/page-title.ts';
import { playSound } from '#shared/lib/sounds/sound.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useNavigate } from '@tanstack/react-router';
import type { NotificationCounters } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANNEL_MEDIA, grownChannel, sumOf, totalOf, type Channel } from '../counters/counters.ts';
import { useCounters } from '../counters/use-counters.ts';

const ASKED = 'notifications.asked';
const ASK_FOR_MS = 20_000;

/** Announces new messages by the count in the tab's title, a sound, and a notification while the tab is hidden. Renders nothing. */
export function MessageAlerts() {
  const counters = useCounters();
  const { t } = useTranslation('shell');
  const { isActive } = useActiveTab();
  const navigate = useNavigate();
  const permission = useNotificationPermission();
  const before = useRef<NotificationCounters | null>(null);

  const tell = useEffectEvent((channel: Channel, count: number) => {
    if (!isActive) return;
    playSound('message');
    notify(t('notify.title', { channel: t(`counters.${channel}`) }), {
      body: t('notify.body', { count }),
      tag: channel,
      onClick: () =>
        void navigate({ to: '/tickets', search: { assignee: 'me', media: String(CHANNEL_MEDIA[channel]) } }),
    });
    if (document.hidden && permission === 'default' && !readStored(ASKED)) askLater();
  });

  // Asks for permission to notify once, and only when somebody comes back to a tab with messages they have missed.
  const askLater = useEffectEvent(() => {
    writeStored(ASKED, true);
    document.addEventListener(
      'visibilitychange',
      () =>
        toast(t('notify.ask'), {
          kind: 'info',
          durationMs: ASK_FOR_MS,
          action: { label: t('notify.ask-yes'), run: () => void askForNotifications() },
        }),
      { once: true },
    );
  });

  useEffect(() => {
    const known = before.current;
    before.current = counters ?? null;
    waitingCount.set(counters ? sumOf(counters) : 0);
    const channel = known && counters ? grownChannel(known, counters) : null;
    if (channel && counters) tell(channel, totalOf(counters, channel));
  }, [counters]);

  const tellOfOffer = useEffectEvent((name: string, preview: string) => {
    if (isActive)
      notify(t('notify.offer', { name }), { body: preview, tag: 'offer', onClick: () => undefined });
  });
  useEffect(() => () => waitingCount.set(0), []);
  useEffect(
    () => realtime.on('conversation-offer', (offer) => tellOfOffer(offer.customer_name, offer.preview)),
    [],
  );
  return null;
}
