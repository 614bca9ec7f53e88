import { fileURLToPath } from 'node:url';
import { healthz, readyz, search } from '@trunkline/contract';
import { sql } from 'kysely';
import { allows, type Access } from '#platform/access';
import type { CallPlatformConfig } from '#platform/config/call-platform-config';
import { callSources } from '#platform/network/call-sources';
import { AppError } from '#platform/errors';
import { createHttp } from '#platform/http';
import { USUAL_SPEECH } from '#platform/config';
import { serveMetrics } from '#platform/metrics';
import { USUAL_MAIL, type MailConfig } from '#platform/config/mail-config';
import type { Platform } from '#platform/platform';
import { createRealtime } from '#platform/realtime';
import { serveApps } from '#platform/http/static';
import { agentRealtime, agentRoutes, createAgents } from '#modules/agents';
import { authRoutes, createAuth } from '#modules/auth';
import { automationRoutes, createAutomation } from '#modules/automation';
import { createEmail, emailRealtime, emailRoutes } from '#modules/channels/email';
import { createMessaging, messagingRoutes, type ProviderUrls } from '#modules/channels/messaging';
import { createWebForms, webFormPages, webFormRoutes } from '#modules/channels/web-form';
import { createLivechat, livechatPages, livechatRealtime, livechatRoutes } from '#modules/channels/livechat';
import {
  conversationEventsIn,
  conversationRealtime,
  conversationRoutes,
  createConversations,
} from '#modules/conversations';
import { callRealtime, callRoutes, createCalls } from '#modules/calls';
import { createCustomers, customerRealtime, customerRoutes } from '#modules/customers';
import { monitoringRealtime, monitoringRoutes } from '#modules/monitoring';
import { createReporting, reportingRoutes } from '#modules/reporting';
import { createRooms, MEDIA_PATH, proxyMedia, roomRealtime, roomRoutes } from '#modules/rooms';
import { createSettings, settingsRoutes, type Given } from '#modules/settings';
import { createTelephony, telephonyRealtime, telephonyRoutes } from '#modules/telephony';
import { createTickets, ticketRealtime, ticketRoutes } from '#modules/tickets';
import { createWebhooks, webhookRoutes } from '#modules/webhooks';

/** The media server: where it listens, and what its tokens are signed with. */
type Media = {
  /** Of the process that has this room. */
  port: (room: string) => Promise<number>;
  /** How many processes share the rooms. */
  servers: number;
  key: string;
  secret: string;
  recordings: string;
  /** Set when it is a LiveKit elsewhere: clients go there, nothing is handed on. */
  elsewhere?: string;
};
type AppOptions = Given & {
  isSecure: boolean;
  rateFactor?: number;
  trustedProxies?: readonly string[];
  media: Media;
  calls?: CallPlatformConfig;
  callFrameSites?: string[];
  /** Where providers of messaging channels are. */
  providers?: Partial<ProviderUrls>;
  mail?: MailConfig;
  /** Hosts on the own network that webhooks may go to. */
  webhookPrivateHosts?: readonly string[];
  /** Hosts on the own network on which operators' message centres are. */
  smppPrivateHosts?: readonly string[];
  /** What speaks prompts of the telephone: a command and its arguments. */
  speech?: readonly string[];
};

export type App = Awaited<ReturnType<typeof buildApp>>;

const OWN_ROOMS: CallPlatformConfig = { current: 'embedded', daily: undefined, cloudflareRoomUrl: undefined };

const PROVIDERS: ProviderUrls = {
  graph: 'https://graph.facebook.com/v23.0',
  twilio: 'https://api.twilio.com',
};

const folder = (name: string) => fileURLToPath(new URL(`../../${name}/dist/`, import.meta.url));

/**
 * The table of contents of the server: creates every module, lowest tier first, so that each can only be handed what
 * was created before it.
 */
export async function buildApp(platform: Platform, options: AppOptions) {
  const { isSecure, media } = options;
  const { db, log, events, notices, jobs, clock } = platform;

  // Tier 1 to 6: the modules themselves.
  const settings = createSettings(platform, options);
  const auth = createAuth({ ...platform, settings });
  const agents = createAgents({ ...platform, settings, auth });
  const customers = createCustomers({ ...platform, settings, auth });
  const tickets = createTickets({ ...platform, auth, settings, agents, customers });
  const conversations = createConversations({ ...platform, settings, agents, customers, tickets });
  const calls = createCalls({
    ...platform,
    settings,
    auth,
    agents,
    customers,
    tickets,
    conversations,
    recordingsFolder: media.recordings,
  });
  const livechat = createLivechat({ ...platform, settings, auth, customers, tickets, conversations });
  const urls = { ...PROVIDERS, ...options.providers };
  const messaging = createMessaging({
    ...platform,
    auth,
    settings,
    customers,
    tickets,
    conversations,
    urls,
    smppPrivateHosts: options.smppPrivateHosts ?? [],
  });
  const email = createEmail({
    ...platform,
    settings,
    customers,
    tickets,
    conversations,
    mail: options.mail ?? USUAL_MAIL,
  });
  const webForms = createWebForms({ ...platform, settings, customers, tickets, conversations });
  const address = {
    http: async (room: string) =>
      media.elsewhere?.replace(/^ws/, 'http') ?? `http://127.0.0.1:${await media.port(room)}`,
    // Our own is below whatever address a client reached us at: we may have several.
    ws: () => media.elsewhere ?? MEDIA_PATH,
    key: media.key,
    secret: media.secret,
    servers: media.servers,
  };
  const platforms = options.calls ?? OWN_ROOMS;
  const telephony = createTelephony({
    ...platform,
    settings,
    auth,
    agents,
    customers,
    tickets,
    conversations,
    calls,
    speech: options.speech ?? USUAL_SPEECH,
  });
  const rooms = createRooms({
    ...platform,
    settings,
    auth,
    tickets,
    conversations,
    calls,
    address,
    platforms,
    senderOf: livechat.senderOf,
  });
  const { webhookPrivateHosts: privateHosts = [] } = options;
  const webhooks = createWebhooks({ ...platform, settings, privateHosts });
  const automation = createAutomation({ ...platform, settings, agents, tickets, conversations });
  const reporting = createReporting({ ...platform, settings });
  const { viewer, socketViewer, renewed } = auth;
  const access: Access = { viewer, socketViewer, renewed, visitor: livechat.visitor };

  // What they answer over HTTP.
  const http = await createHttp({
    log,
    ...options,
    access: () => access,
    isIssued: platform.secrets.isIssued,
  });
  settingsRoutes(http, settings);
  authRoutes(http, { auth, settings, isSecure });
  agentRoutes(http, { agents, auth, settings, listTags: tickets.listTags });
  customerRoutes(http, customers);
  ticketRoutes(http, { tickets, conversationsOf: conversations.ofTicket });
  conversationRoutes(http, conversations);
  livechatRoutes(http, { livechat, tickets });
  emailRoutes(http, email);
  messagingRoutes(http, messaging);
  webFormRoutes(http, webForms);
  callRoutes(http, calls);
  roomRoutes(http, rooms);
  telephonyRoutes(http, telephony);
  monitoringRoutes(http, { db, clock });
  reportingRoutes(http, reporting);
  webhookRoutes(http, webhooks);
  automationRoutes(http, automation);
  const sources = callSources(platforms, media.elsewhere);
  webFormPages(http, webForms, folder('chat-widget'));
  livechatPages(http, { livechat, settings, widgetFolder: folder('chat-widget'), sources });
  http.route(search, async ({ viewer, query }) => ({
    data: {
      customers: allows(viewer, 'CUSTOMERS:VIEW') ? await customers.find(query.q, 5) : [],
      tickets: allows(viewer, 'TICKETS:VIEW') ? await tickets.find(viewer, query.q, 8) : [],
    },
  }));
  http.publicRoute(healthz, () => Promise.resolve({ ok: true }));
  http.publicRoute(readyz, async () => {
    await sql`select 1`.execute(db.q);
    if (!jobs.isRunning()) throw new AppError('unavailable');
    return { ok: true, database: true, jobs: true } as const;
  });
  await serveApps(http, {
    web: folder('web'),
    widget: folder('chat-widget'),
    callEngine: folder('call-engine'),
    sources,
    callFrameSites: options.callFrameSites ?? [],
  });

  // And over the socket.
  const realtime = createRealtime({ http, events, notices, access: () => access, log });
  const stopAgents = agentRealtime(realtime, { agents, auth, clock, notices, log });
  customerRealtime(realtime);
  ticketRealtime(realtime, { tickets, events, notices, clock, log });
  conversationRealtime(realtime, { conversations, tickets, events });
  emailRealtime(realtime);
  livechatRealtime(realtime, { livechat, tickets, conversations, notices, log });
  telephonyRealtime(realtime, { notices });
  callRealtime(realtime, { calls, notices, log });
  roomRealtime(realtime, { rooms, notices, log });
  if (media.elsewhere === undefined) {
    proxyMedia(http, { port: media.port, roomOf: rooms.roomOf, log });
  }
  const closePhoneDoor = telephony.openDoor(http.upgrades, () => access);
  monitoringRealtime(realtime, { db, clock, agents, notices, log });
  conversationEventsIn({ events, notices, conversations, log });
  serveMetrics({ http, db, events, realtime });

  jobs.define('events:remove-old', async () => {
    await sql`delete from events where created_at < now() - interval '1 day'`.execute(db.q);
  });
  jobs.schedule('events:remove-old', '7 * * * *');

  return {
    http,
    realtime,
    modules: {
      calls,
      settings,
      auth,
      agents,
      customers,
      tickets,
      conversations,
      livechat,
      email,
      messaging,
      telephony,
      webForms,
      rooms,
      webhooks,
      automation,
      reporting,
    },
    async close(): Promise<void> {
      stopAgents();
      closePhoneDoor();
      await telephony.stop();
      await email.stop();
      await messaging.stop();
      await webhooks.stop();
      await automation.stop();
      await realtime.close();
      await http.app.close();
      await conversations.stop();
    },
  };
}
