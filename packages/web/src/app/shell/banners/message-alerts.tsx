import { useActiveTab } from '#shared/api/feed/active-tab.ts';
import { realtime } from '#shared/api/realtime.ts';
import { askForNotifications, notify, useNotificationPermission } from '#shared/lib/notifications.ts';
import { waitingCount } from '#shared/lib/page-title.ts';
import { playSound } from '#shared/lib/sounds/sound.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useNavigate } from '@tanstack/react-router';
import type { MediaId, NotificationCounters } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { grownChannel, sumOf, totalOf } from '../counters/counters.ts';
import { useCounters } from '../counters/use-counters.ts';

const ASKED = 'notifications.asked';
const ASK_FOR_MS = 20_000;

/** Announces new messages by the count in the tab's title, a sound, and a notification while the tab is hidden. Renders nothing. */
export function MessageAlerts() {
  const counters = useCounters();
  const { t } = useTranslation('shell');
  const { t: shared } = useTranslation('shared');
  const { isActive } = useActiveTab();
  const navigate = useNavigate();
  const permission = useNotificationPermission();
  const before = useRef<NotificationCounters | null>(null);

  const tell = useEffectEvent((media: MediaId, count: number) => {
    if (!isActive) return;
    playSound('message');
    notify(t('notify.title', { channel: shared(`media.${media}`) }), {
      body: t('notify.body', { count }),
      tag: String(media),
      onClick: () => void navigate({ to: '/tickets', search: { assignee: 'me', media: String(media) } }),
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
    const media = known && counters ? grownChannel(known, counters) : null;
    if (media && counters) tell(media, totalOf(counters, media));
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
