import { z } from 'zod';

/** Settings of the media server, from its environment. `server` sets them when it starts it. */
export const config = z.object({
  /** The port for clients' signalling and the server's requests. 0 takes a free one. */
  MEDIA_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  MEDIA_HOST: z.string().default('127.0.0.1'),
  /** Key id and secret that tokens are signed with, as for a LiveKit server. */
  MEDIA_KEY: z.string().min(1),
  MEDIA_SECRET: z.string().min(32),
  /** The range of UDP ports for media, as "10000-20000"; any port when left out. */
  MEDIA_UDP_PORTS: z
    .string()
    .regex(/^\d+-\d+$/)
    .transform((range): [number, number] => {
      const [from = 0, to = 0] = range.split('-').map(Number);
      return [from, to];
    })
    .optional(),
  MEDIA_TCP: z.stringbool().default(true),
  /** Addresses to bind in addition to those of the network interfaces. */
  MEDIA_HOST_ADDRESSES: z
    .string()
    .default('127.0.0.1')
    .transform((list) => list.split(',').filter(Boolean)),
  /** The public address of this machine when it is behind NAT. */
  MEDIA_PUBLIC_ADDRESS: z.string().optional(),
  /** STUN and TURN servers for clients: a JSON array of { urls, secret } or { urls, username, credential }. */
  MEDIA_ICE_SERVERS: z
    .string()
    .default('[]')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('is not JSON');
        return z.NEVER;
      }
    })
    .pipe(
      z.array(
        z.strictObject({
          urls: z.union([z.string().transform((url) => [url]), z.array(z.string())]),
          username: z.string().optional(),
          credential: z.string().optional(),
          secret: z.string().min(1).optional(),
        }),
      ),
    ),
  /** The URL to which signed events are reported. */
  MEDIA_WEBHOOK: z.string().optional(),
  /** The folder that recordings are written to. */
  MEDIA_RECORDINGS: z.string().default('recordings'),
  /** The index of this process and how many share the recordings folder: "1/4" is the second of four; see `mediaWorkerIndex`. */
  MEDIA_WORKER: z
    .string()
    .regex(/^\d+\/[1-9]\d*$/)
    .default('0/1')
    .transform((text) => {
      const [index = 0, count = 1] = text.split('/').map(Number);
      return { index, count };
    }),
  /** Above this share of one core no new participant is let in, so that calls that are going on are not disturbed. */
  MEDIA_LOAD_MAX: z.coerce.number().min(0.1).max(1).default(0.75),
});

export type Config = z.output<typeof config>;
