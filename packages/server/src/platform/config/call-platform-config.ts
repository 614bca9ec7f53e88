import { CALL_PLATFORMS, type CallPlatform } from '@trunkline/contract';
import { StartError } from '../process/start-error.ts';

/**
 * The platform of calls. The settings of platforms that are not `current` are kept, so that calls which began there can still
 * be ended.
 */
export type CallPlatformConfig = {
  current: CallPlatform;
  daily: DailyAccess | undefined;
  /** The address of a room, with `{room}` in place of its name. */
  cloudflareRoomUrl: string | undefined;
};

/** Access to the REST API of the hosted service. */
export type DailyAccess = { url: string; key: string };

const DAILY_URL = 'https://api.daily.co/v1';
const PLACE = '{room}';
const IS_NEAR = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Only our own media server. */
export const EMBEDDED_ROOMS_ONLY: CallPlatformConfig = {
  current: 'embedded',
  daily: undefined,
  cloudflareRoomUrl: undefined,
};

/** Whether calls can begin on this platform. Our own media server always runs. */
export function isReachable(
  { daily, cloudflareRoomUrl }: CallPlatformConfig,
  platform: CallPlatform,
): boolean {
  if (platform === 'daily') return daily !== undefined;
  return platform === 'embedded' || cloudflareRoomUrl !== undefined;
}

/** Reads the platform of calls. Throws a StartError that says what to change. */
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
  // It goes into a header: a line break would make every request fail.
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
  // The room must be part of the path: in the host name it could lead to any site.
  const origin = isOne && new URL(text.replace(PLACE, 'room')).origin;
  if (origin && text.startsWith(origin)) return text;
  throw new StartError(
    `CLOUDFLARE_ROOM_URL is "${text}": set it to an https address with {room} once in its path, such as https://meet.example.com/{room}.`,
  );
}

/** HTTPS is required, except on this machine, where tests and proxies run. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  if (username) return false;
  return protocol === 'https:' || (protocol === 'http:' && IS_NEAR.test(hostname));
}
