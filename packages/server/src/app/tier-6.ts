import { DEFAULT_SPEECH } from '#platform/config';
import { DEFAULT_MAIL_CONFIG } from '#platform/config/mail-config';
import { PROVIDER_URLS } from '#platform/config/provider-config';
import { callSources } from '#platform/network/call-sources';
import type { Platform } from '#platform/platform';
import { createEmail, emailRealtime, emailRoutes, type Email } from '#modules/channels/email';
import {
  createLivechat,
  livechatPages,
  livechatRealtime,
  livechatRoutes,
  type Livechat,
} from '#modules/channels/livechat';
import { createMessaging, messagingRoutes, type Messaging } from '#modules/channels/messaging';
import { createWebForms, webFormPages, webFormRoutes, type WebForms } from '#modules/channels/web-form';
import { createRooms, MEDIA_PATH, proxyMedia, roomRealtime, roomRoutes, type Rooms } from '#modules/rooms';
import { createTelephony, telephonyRealtime, telephonyRoutes, type Telephony } from '#modules/telephony';
import {
  browserBuildFolder,
  configuredCallPlatforms,
  type AppOptions,
  type AppServer,
  type BackgroundWork,
} from './server.ts';
import type { Tier5 } from './tier-5.ts';

export type Tier6 = Tier5 & {
  livechat: Livechat;
  messaging: Messaging;
  email: Email;
  webForms: WebForms;
  telephony: Telephony;
  rooms: Rooms;
};

/** Tier 6: the channels, each an adapter of the port in conversations, and what carries calls. */
export function createTier6(platform: Platform, below: Tier5, options: AppOptions): Tier6 {
  const given = { ...platform, ...below };
  const livechat = createLivechat(given);
  const messaging = createMessaging({
    ...given,
    urls: { ...PROVIDER_URLS, ...options.providers },
    smppPrivateHosts: options.smppPrivateHosts ?? [],
  });
  const email = createEmail({ ...given, mail: options.mail ?? DEFAULT_MAIL_CONFIG });
  const webForms = createWebForms(given);
  const telephony = createTelephony({
    ...given,
    speech: options.speech ?? DEFAULT_SPEECH,
    privateHosts: options.phonePrivateHosts ?? [],
  });
  const rooms = createRooms({
    ...given,
    address: addressOf(options),
    platforms: configuredCallPlatforms(options),
    senderOf: livechat.senderOf,
  });
  return { ...below, livechat, messaging, email, webForms, telephony, rooms };
}

function addressOf({ media }: AppOptions) {
  const { key, secret, servers, elsewhere } = media;
  return {
    http: async (room: string) =>
      elsewhere?.replace(/^ws/, 'http') ?? `http://127.0.0.1:${await media.port(room)}`,
    // A relative path, since clients may reach us at several addresses.
    ws: () => elsewhere ?? MEDIA_PATH,
    key,
    secret,
    servers,
    isOurs: elsewhere === undefined,
  };
}

export function openTier6(server: AppServer, modules: Tier6): BackgroundWork {
  openChannels(server, modules);
  const closePhones = openCarriers(server, modules);
  const { telephony, email, messaging } = modules;
  return {
    start(): void {
      email.start();
      messaging.start();
      telephony.start();
    },
    async stop(): Promise<void> {
      closePhones();
      await telephony.stop();
      await email.stop();
      await messaging.stop();
    },
  };
}

function openChannels({ http, realtime, platform, options }: AppServer, modules: Tier6): void {
  const { livechat, email, messaging, webForms, settings, tickets, conversations } = modules;
  livechatRoutes(http, { livechat, tickets });
  emailRoutes(http, email);
  messagingRoutes(http, messaging);
  webFormRoutes(http, webForms);
  const widgetFolder = browserBuildFolder('chat-widget');
  const sources = callSources(configuredCallPlatforms(options), options.media.elsewhere);
  webFormPages(http, webForms, widgetFolder);
  livechatPages(http, { livechat, settings, widgetFolder, sources });
  emailRealtime(realtime);
  livechatRealtime(realtime, { ...platform, livechat, tickets, conversations });
}

function openCarriers({ http, realtime, platform, options, access }: AppServer, modules: Tier6): () => void {
  const { rooms, telephony } = modules;
  const { port, elsewhere } = options.media;
  roomRoutes(http, rooms);
  telephonyRoutes(http, telephony);
  telephonyRealtime(realtime, platform);
  roomRealtime(realtime, { ...platform, rooms });
  if (elsewhere === undefined) proxyMedia(http, { port, roomOf: rooms.roomOf, log: platform.log });
  return telephony.openSocket(http.upgrades, access);
}
