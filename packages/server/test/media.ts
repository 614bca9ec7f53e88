import { pino } from 'pino';

type Started = { port: number; close(): Promise<void> };
type MediaPackage = { startMediaServer(config: unknown, log: unknown, parts: object): Promise<Started> };
type FinishPackage = { finishRecording(folder: string): Promise<unknown> };
type ConfigPackage = { config: { parse(env: Record<string, string>): unknown } };

const KEY = 'test';
const SECRET = 'a secret that is long enough to be taken';

/**
 * The real media server, started at first use. It is no dependency of the server, which only talks to it over its port, so it
 * is imported by its path.
 */
export function createTestMedia(recordings: string) {
  let started: Promise<Started> | undefined;

  async function start(): Promise<Started> {
    const at = (file: string) => new URL(`../../media/src/${file}`, import.meta.url).href;
    const { startMediaServer } = (await import(at('server.ts'))) as MediaPackage;
    const { config } = (await import(at('config.ts'))) as ConfigPackage;
    const { finishRecording: finish } = (await import(at('recording/finish.ts'))) as FinishPackage;
    const settings = config.parse({
      MEDIA_KEY: KEY,
      MEDIA_SECRET: SECRET,
      MEDIA_LOAD_MAX: '1',
      MEDIA_RECORDINGS: recordings,
    });
    return startMediaServer(settings, pino({ level: 'error' }, pino.destination(2)), { finish });
  }

  return {
    key: KEY,
    secret: SECRET,
    recordings,
    servers: 1,
    port: async () => (await (started ??= start())).port,
    close: async () => (await started)?.close(),
  };
}
