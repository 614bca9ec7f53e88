import { CALL_PLATFORMS, type CallPlatform } from '@trunkline/contract';
import { StartError } from '../process/start-error.ts';

/**
 * Where calls are. What is known of the platforms that are not `current` lets calls end there which were on when the
 * setting was changed.
 */
export type CallPlatformConfig = {
  current: CallPlatform;
  daily: DailyAccess | undefined;
  /** The address of a room, with `{room}` where its name goes. */
  cloudflareRoomUrl: string | undefined;
};

/** The REST interface of the hosted service. */
export type DailyAccess = { url: string; key: string };

const DAILY_URL = 'https://api.daily.co/v1';
const PLACE = '{room}';
const IS_NEAR = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Our own media server alone. */
export const OWN_ROOMS: CallPlatformConfig = {
  current: 'embedded',
  daily: undefined,
  cloudflareRoomUrl: undefined,
};

/** Can calls begin there? Our own media server always runs. */
export function isReachable(
  { daily, cloudflareRoomUrl }: CallPlatformConfig,
  platform: CallPlatform,
): boolean {
  if (platform === 'daily') return daily !== undefined;
  return platform === 'embedded' || cloudflareRoomUrl !== undefined;
}

/** Reads where calls are. Throws a StartError that says what to change. */
export function readCallPlatform(env: Record<string, string | undefined>): CallPlatformConfig {
  const current = readCurrent(env['CALL_PLATFORM']);
  const daily = readDaily(env['DAILY_API_KEY'], env['DAILY_API_URL']);
  const cloudflareRoomUrl = readRoomUrl(env['CLOUDFLARE_ROOM_URL']);
  if (current === 'daily' && !daily) {
    throw new StartError(
      'CALL_PLATFORM is daily, but there is no DAILY_API_KEY: set it to the key of your account.',
    );
  }
  if (current === 'cloudflare' && !cloudflareRoomUrl) {
    throw new StartError(
      'CALL_PLATFORM is cloudflare, but there is no CLOUDFLARE_ROOM_URL: set it to the address of your rooms, such as https://meet.example.com/{room}.',
    );
  }
  return { current, daily, cloudflareRoomUrl };
}

function readCurrent(text: string | undefined): CallPlatform {
  const platform = CALL_PLATFORMS.find((one) => one === (text || 'embedded'));
  if (platform) return platform;
  throw new StartError(
    `CALL_PLATFORM is "${text}": set it to ${CALL_PLATFORMS.join(', ')}, or leave it out.`,
  );
}

function readDaily(key = '', url = ''): DailyAccess | undefined {
  if (!key && !url) return undefined;
  if (!key) throw new StartError('DAILY_API_URL is set without DAILY_API_KEY: set both, or leave it out.');
  // It travels in a header: a line break from a file would make every request fail.
  if (/\s/.test(key))
    throw new StartError('DAILY_API_KEY has a blank or a line break in it: set it to the key alone.');
  const address = url || DAILY_URL;
  if (isSafe(address)) return { url: address.replace(/\/+$/, ''), key };
  throw new StartError(
    `DAILY_API_URL is "${url}": set it to an address such as ${DAILY_URL}, or leave it out.`,
  );
}

function readRoomUrl(text = ''): string | undefined {
  if (!text) return undefined;
  const isOne = text.split(PLACE).length === 2 && isSafe(text.replace(PLACE, 'room'));
  // The name belongs below a site of one's own: were it part of the host, any site could be shown.
  const origin = isOne && new URL(text.replace(PLACE, 'room')).origin;
  if (origin && text.startsWith(origin)) return text;
  throw new StartError(
    `CLOUDFLARE_ROOM_URL is "${text}": set it to an https address with {room} once in its path, such as https://meet.example.com/{room}.`,
  );
}

/** Over the open network only encrypted; on this machine, where tests and proxies are, any way. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  if (username) return false;
  return protocol === 'https:' || (protocol === 'http:' && IS_NEAR.test(hostname));
}
