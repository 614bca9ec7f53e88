import { expect, type Browser, type Page } from 'playwright/test';
import { routeMediaOver, type createBadLine } from '../calls/bad-line.ts';
import { redirectMedia } from '../calls/redirect-media.ts';
import type { MediaServer } from './media.ts';

export type ClientEvent = { name: string; detail: string; at: number };
type PlayedVideo = { frames: number; longestMs: number; width: number };
type Statistic = { type: string; kind?: string; [name: string]: unknown };

export type ClientProgram = {
  join(url: string, token: string, options?: object): Promise<void>;
  microphone(): Promise<unknown>;
  camera(simulcast?: boolean): Promise<void>;
  screen(): Promise<void>;
  mute(source: string, isMuted: boolean): Promise<void>;
  send(text: string, to?: string[]): Promise<void>;
  canPublish(): boolean | null;
  published(): string[];
  others(): string[];
  leave(): Promise<void>;
  state(): string | undefined;
  isRecording(): boolean;
  heard(): ClientEvent[];
  forget(): void;
  shown(): Record<string, PlayedVideo>;
  resetShown(): void;
  longestGap(key: string): number;
  cutSignal(): void;
  simulate(what: string): Promise<void>;
  statistics(): Promise<Statistic[]>;
};

declare global {
  // Set by media-page.html.
  var kit: ClientProgram;
  var connections: RTCPeerConnection[];
}

export type Client = Awaited<ReturnType<typeof openClient>>;

type Options = { path?: 'plain' | 'tcp'; line?: ReturnType<typeof createBadLine> };

/** Opens a page with LiveKit's own client for one participant. */
export async function openClient(browser: Browser, pages: string, { path = 'plain', line }: Options = {}) {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page: Page = await context.newPage();
  if (line) await routeMediaOver(context, line);
  else if (path === 'tcp') await context.addInitScript(redirectMedia, path);
  await page.goto(`${pages}/`);

  const heard = () => page.evaluate(() => kit.heard());
  const inbound = async (kind: 'audio' | 'video') => {
    const all = await page.evaluate(() => kit.statistics());
    return all.filter((each) => each.type === 'inbound-rtp' && each.kind === kind);
  };
  return {
    page,
    heard,
    inbound,

    join: (media: MediaServer, token: string, options: object = {}) =>
      page.evaluate(([url, token, options]) => kit.join(url, token, options), [
        media.url,
        token,
        options,
      ] as const),

    /** Joins and sends audio and video. */
    async joinWithAll(media: MediaServer, room: string, identity: string): Promise<void> {
      await this.join(media, await media.token(room, identity));
      await page.evaluate(async () => {
        await kit.microphone();
        await kit.camera();
      });
    },

    /** Waits for an event with this name and, if given, this detail. */
    async hears(name: string, detail?: string): Promise<void> {
      await expect
        .poll(
          async () =>
            (await heard()).some(
              (each) => each.name === name && (detail === undefined || each.detail === detail),
            ),
          {
            message: `hears ${name} ${detail ?? ''}`,
          },
        )
        .toBe(true);
    },

    /** Waits until frames of this video are shown and their number grows. */
    async sees(key: string, frames = 10): Promise<void> {
      const count = async () => (await page.evaluate(() => kit.shown()))[key]?.frames ?? 0;
      const before = await count();
      await expect
        .poll(count, { message: `sees ${key}`, timeout: 20_000 })
        .toBeGreaterThanOrEqual(before + frames);
    },

    /** Waits until the energy of the played audio grows; silence has none. */
    async listens(streams = 1): Promise<void> {
      const energies = async () =>
        (await inbound('audio')).map((each) => Number(each['totalAudioEnergy'] ?? 0));
      const before = await energies();
      await expect
        .poll(
          async () =>
            (await energies()).filter((energy, index) => energy > (before[index] ?? 0) + 1e-6).length,
          {
            message: 'hears a voice',
            timeout: 20_000,
          },
        )
        .toBeGreaterThanOrEqual(streams);
    },

    close: () => context.close(),
  };
}
