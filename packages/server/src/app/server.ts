import { fileURLToPath } from 'node:url';
import type { Access } from '#platform/access';
import { OWN_ROOMS, type CallPlatformConfig } from '#platform/config/call-platform-config';
import type { MailConfig } from '#platform/config/mail-config';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';
import type { Realtime } from '#platform/realtime';
import type { ProviderUrls } from '#modules/channels/messaging';
import type { BackupSource } from './backup-maker.ts';
import type { Given } from '#modules/settings';

/** The media server: where it listens, and what its tokens are signed with. */
type Media = {
  /** The port of the media process that hosts this room. */
  port: (room: string) => Promise<number>;
  /** How many processes share the rooms. */
  servers: number;
  key: string;
  secret: string;
  recordings: string;
  /** Set when it is a LiveKit elsewhere: clients go there, nothing is handed on. */
  elsewhere?: string;
};

export type AppOptions = Given & {
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
  /** Hosts on the own network on which sign-in providers are. */
  oidcPrivateHosts?: readonly string[];
  /** Hosts on the own network that reports of errors may go to. */
  errorPrivateHosts?: readonly string[];
  /** What a backup is made of. */
  backup: BackupSource;
  /** What speaks prompts of the telephone: a command and its arguments. */
  speech?: readonly string[];
};

/** Where the tiers answer: over HTTP and over the socket. */
export type AppServer = {
  platform: Platform;
  options: AppOptions;
  http: Http;
  realtime: Realtime;
  access: () => Access;
};

/** The platforms of rooms, ours and others. */
export const platformsIn = ({ calls }: AppOptions): CallPlatformConfig => calls ?? OWN_ROOMS;

/** Where a package for browsers has been built. */
export const builtOf = (name: string): string =>
  fileURLToPath(new URL(`../../../${name}/dist/`, import.meta.url));
