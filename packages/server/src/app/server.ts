import type { Access } from '#platform/access';
import { EMBEDDED_ROOMS_ONLY, type CallPlatformConfig } from '#platform/config/call-platform-config';
import type { MailConfig } from '#platform/config/mail-config';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';
import { inPackage } from '#platform/process/package-folder';
import type { Realtime } from '#platform/realtime';
import type { ProviderUrls } from '#modules/channels/messaging';
import type { BackupSource } from './backup-maker.ts';
import type { StartOptions } from '#modules/settings';

/** The media server: its ports, and the key of its tokens. */
type Media = {
  /** The port of the media process that hosts this room. */
  port: (room: string) => Promise<number>;
  /** How many processes share the rooms. */
  servers: number;
  key: string;
  secret: string;
  recordings: string;
  /** Set for a LiveKit server on another machine: clients connect to it directly. */
  elsewhere?: string;
};

export type AppOptions = StartOptions & {
  isSecure: boolean;
  rateFactor?: number;
  trustedProxies?: readonly string[];
  media: Media;
  calls?: CallPlatformConfig;
  callFrameSites?: string[];
  /** The base addresses of messaging providers. */
  providers?: Partial<ProviderUrls>;
  mail?: MailConfig;
  /** Hosts of the private network that webhooks may go to. */
  webhookPrivateHosts?: readonly string[];
  /** Hosts of the private network with operators' message centres. */
  smppPrivateHosts?: readonly string[];
  /** Hosts of the private network with telephone gateways of which a test may say what is wrong. */
  phonePrivateHosts?: readonly string[];
  /** Hosts of the private network with sign-in providers. */
  oidcPrivateHosts?: readonly string[];
  /** Hosts of the private network that error reports may go to. */
  errorPrivateHosts?: readonly string[];
  /** What a backup consists of. */
  backup: BackupSource;
  /** The command that makes speech for telephone prompts, with its arguments. */
  speech?: readonly string[];
};

/** What the tiers register their HTTP routes and socket handlers with. */
export type AppServer = {
  platform: Platform;
  options: AppOptions;
  http: Http;
  realtime: Realtime;
  access: () => Access;
};

/** Background work of a tier. */
export type BackgroundWork = {
  /** Starts it, once jobs run. */
  start(): void;
  /** Waits a moment for what is in progress. */
  stop(): Promise<void>;
};

/** The configured platforms of call rooms. */
export const configuredCallPlatforms = ({ calls }: AppOptions): CallPlatformConfig =>
  calls ?? EMBEDDED_ROOMS_ONLY;

/** The folder with the build of a package for browsers. */
export const browserBuildFolder = (name: string): string => inPackage(`../${name}/dist/`);
