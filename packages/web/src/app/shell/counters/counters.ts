import type { NumberedEvent } from '#shared/api/realtime.ts';
import {
  CHANNEL_TRAITS,
  Media,
  mediaIdsWith,
  type MediaId,
  type NotificationCounters,
  type Reference,
} from '@trunkline/contract';

const FIRST: readonly MediaId[] = [Media.whatsapp, Media.email, Media.sms, Media.liveChat];
/** The channels that have a counter, in the order of the top bar. */
const COUNTED = [
  ...FIRST,
  ...mediaIdsWith(({ counter }) => counter !== null).filter((media) => !FIRST.includes(media)),
];

/** Returns the counters after an event; events that do not concern them leave them unchanged. */
export function applyToCounters(counters: NotificationCounters, event: NumberedEvent): NotificationCounters {
  switch (event.name) {
    case 'whatsapp-notif':
      return { ...counters, whatsapp: event.payload };
    case 'email-notif':
      return { ...counters, email: event.payload };
    case 'sms-notif':
      return { ...counters, sms: event.payload };
    case 'livechat-notif':
      return { ...counters, livechat: event.payload };
    case 'socmed-notif': {
      const others = counters.socmed.filter((entry) => entry.media_id !== event.payload.media_id);
      return { ...counters, socmed: [...others, event.payload] };
    }
    default:
      return counters;
  }
}

/** How many wait on a channel. */
export function totalOf(counters: NotificationCounters, media: MediaId): number {
  const { counter } = CHANNEL_TRAITS[media];
  if (counter === null) return 0;
  if (counter !== 'socmed') return counters[counter].total;
  return counters.socmed.find((entry) => entry.media_id === media)?.total ?? 0;
}

/** Channels to show a counter for: those with an active account, and those that have unread conversations all the same. */
export function countedChannels(
  counters: NotificationCounters | undefined,
  accounts: Reference['channel_accounts'],
): MediaId[] {
  return COUNTED.filter(
    (media) =>
      accounts.some((account) => account.is_active && account.media_id === media) ||
      (counters !== undefined && totalOf(counters, media) > 0),
  );
}

/** Number of unread conversations of all channels together. */
export function sumOf(counters: NotificationCounters): number {
  return COUNTED.reduce((sum, media) => sum + totalOf(counters, media), 0);
}

/** The channel on which more waits than before, if any. */
export function grownChannel(before: NotificationCounters, after: NotificationCounters): MediaId | null {
  return COUNTED.find((media) => totalOf(after, media) > totalOf(before, media)) ?? null;
}
