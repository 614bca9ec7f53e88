import type { NumberedEvent } from '#shared/api/realtime.ts';
import { Media, type MediaId, type NotificationCounters, type Reference } from '@trunkline/contract';

export const CHANNELS = ['whatsapp', 'email', 'sms', 'livechat', 'facebook', 'instagram'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CHANNEL_MEDIA: Record<Channel, MediaId> = {
  whatsapp: Media.whatsapp,
  email: Media.email,
  sms: Media.sms,
  livechat: Media.liveChat,
  facebook: Media.facebook,
  instagram: Media.instagram,
};

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

/** Number of unread conversations of a channel. */
export function totalOf(counters: NotificationCounters, channel: Channel): number {
  if (channel !== 'facebook' && channel !== 'instagram') return counters[channel].total;
  return counters.socmed.find((entry) => entry.media_id === CHANNEL_MEDIA[channel])?.total ?? 0;
}

/** Channels to show a counter for: those with an active account, and those that have unread conversations all the same. */
export function countedChannels(
  counters: NotificationCounters | undefined,
  accounts: Reference['channel_accounts'],
): Channel[] {
  return CHANNELS.filter(
    (channel) =>
      accounts.some((account) => account.is_active && account.media_id === CHANNEL_MEDIA[channel]) ||
      (counters !== undefined && totalOf(counters, channel) > 0),
  );
}

/** Number of unread conversations of all channels together. */
export function sumOf(counters: NotificationCounters): number {
  return CHANNELS.reduce((sum, channel) => sum + totalOf(counters, channel), 0);
}

/** Returns a channel with more unread conversations than before, if there is one. */
export function grownChannel(before: NotificationCounters, after: NotificationCounters): Channel | null {
  return CHANNELS.find((channel) => totalOf(after, channel) > totalOf(before, channel)) ?? null;
}
