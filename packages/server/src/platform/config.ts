import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { LIMITS, RECORDING_POLICIES, type RecordingPolicy } from '@trunkline/contract';
import { readCallPlatform, type CallPlatformConfig } from './config/call-platform-config.ts';
import { readMail, type MailConfig } from './config/mail-config.ts';
import { readProviders, type ProviderConfig } from './config/provider-config.ts';
import { readPrivateHosts } from './network/private-hosts.ts';
import { StartError } from './process/start-error.ts';

/** The settings of the operator, from the environment. Everything else is configured on the screen. */
export type Config = {
  /** Undefined: 3000, or the next free one. */
  port: number | undefined;
  host: string;
  /** Undefined: derived from the address that the server listens on. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  setup: 'demo' | 'empty';
  demoPassword: string | undefined;
  /** Makes the administrator of an empty workspace at the start, instead of the wizard. */
  adminPassword: string | undefined;
  /** Encrypts secrets at rest; undefined: made on the first start and kept in the data folder. */
  key: string | undefined;
  logLevel: string;
  /** Multiplies every rate limit, for companies whose people all share one address. */
  rateFactor: number;
  /** Addresses and ranges of proxies, besides loopback, whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Whether voice and video calls are recorded. */
  recording: RecordingPolicy;
  /** A LiveKit server on another machine, instead of our own media server. */
  livekit: Livekit | undefined;
  /** How many media servers share the calls; by default one for each core but one, at most 8. */
  mediaWorkers: number;
  /** The platform of call rooms. */
  calls: CallPlatformConfig;
  /** Origins of sites that may show the page of a call in a frame. */
  callFrameSites: string[];
  /** Where providers of messaging channels are; others than their own only for trying out. */
  providers: ProviderConfig;
  /** Set by the simulator: where the page of its customers' phones is. */
  phonesUrl: string | null;
  /** Where mail servers may be, besides public addresses and standard ports. */
  mail: MailConfig;
  /** Hosts on the own network that webhooks may go to. */
  webhookPrivateHosts: string[];
  /** Hosts on the own network that reports of errors may go to. */
  errorPrivateHosts: string[];
  /** Hosts on the own network on which operators' message centres are, such as behind a VPN. */
  smppPrivateHosts: string[];
  phonePrivateHosts: string[];
  /** Hosts on the own network on which sign-in providers are. */
  oidcPrivateHosts: string[];
  /** The command that makes speech for telephone prompts, with its arguments. */
  speech: readonly string[];
};

export type Livekit = { url: string; key: string; secret: string };

/** Gets the text on standard input, and writes a WAV file to standard output. */
export const DEFAULT_SPEECH: readonly string[] = ['espeak-ng', '-v', '{language}', '--stdin', '--stdout'];

/** Reads the environment. Throws a StartError that says what to change. */
export function readConfig(env: Record<string, string | undefined>, root: string): Config {
  return {
    port: readPort(env['PORT']),
    host: env['HOST'] || '127.0.0.1',
    publicUrl: readUrl(env['PUBLIC_URL']),
    dataDir: path.resolve(root, env['DATA_DIR'] || 'data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    setup: readSetup(env['TRUNKLINE_SETUP']),
    demoPassword: env['DEMO_PASSWORD'] || undefined,
    adminPassword: readAdminPassword(env['ADMIN_PASSWORD']),
    key: env['TRUNKLINE_KEY'] || undefined,
    logLevel: env['LOG_LEVEL'] || 'warn',
    rateFactor: readFactor(env['RATE_LIMIT_FACTOR']),
    trustedProxies: readProxies(env['TRUSTED_PROXIES']),
    recording: readRecording(env['CALL_RECORDING']),
    livekit: readLivekit(env),
    mediaWorkers: readWorkers(env['MEDIA_WORKERS']),
    calls: readCallPlatform(env),
    callFrameSites: readSites(env['CALL_FRAME_SITES']),
    providers: readProviders(env),
    phonesUrl: readPhones(env['SIMULATED_PHONES_URL']),
    mail: readMail(env),
    webhookPrivateHosts: readPrivateHosts(env, 'WEBHOOK_PRIVATE_HOSTS'),
    errorPrivateHosts: readPrivateHosts(env, 'ERROR_PRIVATE_HOSTS'),
    smppPrivateHosts: readPrivateHosts(env, 'SMPP_PRIVATE_HOSTS'),
    phonePrivateHosts: readPrivateHosts(env, 'PHONE_PRIVATE_HOSTS'),
    oidcPrivateHosts: readPrivateHosts(env, 'OIDC_PRIVATE_HOSTS'),
    speech: readSpeech(env['SPEECH_COMMAND']),
  };
}

/**
 * Splits at blanks, without a shell; only `{language}` is replaced later. A command without arguments gets those of espeak-ng.
 */
function readSpeech(text: string | undefined): readonly string[] {
  const [file, ...args] = (text ?? '').split(/\s+/).filter(Boolean);
  if (file === undefined) return DEFAULT_SPEECH;
  return [file, ...(args.length > 0 ? args : DEFAULT_SPEECH.slice(1))];
}

function readPort(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new StartError(`PORT is "${text}": set it to a number from 1 to 65535, or leave it out.`);
}

function readFactor(text: string | undefined): number {
  if (!text) return 1;
  const factor = Number(text);
  if (factor >= 1 && factor <= 100_000) return factor;
  throw new StartError(`RATE_LIMIT_FACTOR is "${text}": set it to a number from 1 upwards, or leave it out.`);
}

function readUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new StartError(
    `PUBLIC_URL is "${text}": set it to the full address, such as https://desk.example.com.`,
  );
}

function readSetup(text: string | undefined): 'demo' | 'empty' {
  if (!text || text === 'demo') return 'demo';
  if (text === 'empty') return 'empty';
  throw new StartError(`TRUNKLINE_SETUP is "${text}": set it to demo or empty, or leave it out.`);
}

function readAdminPassword(text: string | undefined): string | undefined {
  if (!text || text.length >= LIMITS.passwordMin) return text || undefined;
  throw new StartError(
    `ADMIN_PASSWORD is too short: give it at least ${LIMITS.passwordMin} characters, or leave it out and set the workspace up in the browser.`,
  );
}

function readLivekit(env: Record<string, string | undefined>): Livekit | undefined {
  const given = ['LIVEKIT_URL', 'LIVEKIT_KEY', 'LIVEKIT_SECRET'].map((name) => env[name] ?? '');
  if (given.every((one) => one === '')) return undefined;
  const [url = '', key = '', secret = ''] = given;
  const isAddress = /^wss?:\/\//.test(url) && URL.canParse(url);
  if (isAddress && given.every(Boolean)) return { url: url.replace(/\/+$/, ''), key, secret };
  throw new StartError(
    'LIVEKIT_URL, LIVEKIT_KEY and LIVEKIT_SECRET belong together: an address such as wss://livekit.example.com and the pair of that server. Set all three, or none.',
  );
}

function readWorkers(text: string | undefined): number {
  // The rest of the product and the database need a core as well. Each media server takes some 100 MB, whether it has calls or
  // not, so more than eight must be asked for.
  if (!text) return Math.max(1, Math.min(8, os.availableParallelism() - 1));
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count;
  throw new StartError(`MEDIA_WORKERS is "${text}": set it to a number from 1 to 64, or leave it out.`);
}

function readRecording(text: string | undefined): RecordingPolicy {
  const policy = RECORDING_POLICIES.find((one) => one === (text || 'always'));
  if (policy) return policy;
  throw new StartError(
    `CALL_RECORDING is "${text}": set it to ${RECORDING_POLICIES.join(', ')}, or leave it out.`,
  );
}

/** The address of the simulated phones, which everybody in the workspace is shown: it must be on this machine. */
function readPhones(text: string | undefined): string | null {
  if (!text) return null;
  if (/^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(text)) return text;
  throw new StartError(
    `SIMULATED_PHONES_URL is "${text}": it is set by npm run simulate, such as http://127.0.0.1:3100.`,
  );
}

function readSites(text: string | undefined): string[] {
  return listOf(text).map((one) => {
    // It goes into a header, so nothing may end the value there.
    if (/^https?:\/\/[\w.:[\]-]+$/.test(one) && URL.canParse(one) && new URL(one).origin === one) return one;
    throw new StartError(
      `CALL_FRAME_SITES names "${one}": list sites without a path, with commas between, such as https://www.example.com.`,
    );
  });
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

function readProxies(text: string | undefined): string[] {
  const proxies = listOf(text);
  const wrong = proxies.find((one) => !isAddressOrRange(one));
  if (wrong === undefined) return proxies;
  throw new StartError(
    `TRUSTED_PROXIES names "${wrong}": list addresses or ranges with commas between, such as 10.0.0.5,192.168.7.0/24.`,
  );
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[net.isIP(address)] ?? -1;
  if (bits === undefined) return longest > 0;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= longest;
}
