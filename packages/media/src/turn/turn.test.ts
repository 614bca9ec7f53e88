import { createHmac } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { config } from '../config.ts';
import { checkTurnServer } from './turn-check.ts';
import { iceServersFor } from './turn.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const settings = (servers: unknown) =>
  config.safeParse({
    MEDIA_KEY: 'k',
    MEDIA_SECRET: 's'.repeat(32),
    MEDIA_ICE_SERVERS: typeof servers === 'string' ? servers : JSON.stringify(servers),
  });

describe('what clients are told of TURN servers', () => {
  test('is never the shared secret, but a name that expires and its signature', () => {
    const { data } = settings([{ urls: 'turn:turn.example.com', secret: 'shared' }]);
    const [server] = iceServersFor(data?.MEDIA_ICE_SERVERS ?? [], 'PA_1', NOW_MS);
    const expiresS = NOW_MS / 1000 + 3600;
    expect(server).toMatchObject({ urls: ['turn:turn.example.com'], username: `${expiresS}:PA_1` });
    const signature = createHmac('sha1', 'shared').update(`${expiresS}:PA_1`).digest('base64');
    expect(server?.credential).toBe(signature);
    expect(JSON.stringify(server)).not.toContain('shared');
  });

  test('is as it was set where there is no shared secret', () => {
    const { data } = settings([
      { urls: ['turn:a.example', 'turns:a.example'], username: 'ann', credential: 'hers' },
      { urls: 'stun:b.example' },
    ]);
    expect(iceServersFor(data?.MEDIA_ICE_SERVERS ?? [], 'PA_1', NOW_MS)).toMatchObject([
      { urls: ['turn:a.example', 'turns:a.example'], username: 'ann', credential: 'hers' },
      { urls: ['stun:b.example'], username: '', credential: '' },
    ]);
  });

  test.each([
    ['no JSON', 'turn:turn.example.com'],
    ['no addresses', [{ secret: 'shared' }]],
    ['a word that means nothing', [{ urls: 'turn:a.example', password: 'x' }]],
  ])('is refused at the start where the setting has %s', (_what, servers) => {
    expect(settings(servers).error?.issues[0]?.path).toContain('MEDIA_ICE_SERVERS');
  });
});

// One case waits for the time-out.
vi.setConfig({ testTimeout: 20_000 });

describe('a TURN server that is asked for a relay', () => {
  let server: dgram.Socket | undefined;
  afterEach(() => {
    server?.close();
    server = undefined;
  });

  /** A server that only sends this answer. A real one is in e2e/media/media-turn.spec.ts. */
  async function says(answer: Buffer | undefined): Promise<string> {
    const socket = dgram.createSocket('udp4');
    server = socket;
    socket.on('message', (_bytes, { port, address }) => answer && socket.send(answer, port, address));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return `turn:127.0.0.1:${socket.address().port}`;
  }
  const ask = (url: string) => checkTurnServer(url, { username: 'ann', credential: 'hers' });
  const refusal = (code: number) => {
    const bytes = Buffer.alloc(28);
    bytes.writeUInt16BE(0x0113, 0);
    bytes.writeUInt16BE(8, 2);
    bytes.writeUInt16BE(0x0009, 20);
    bytes.writeUInt16BE(4, 22);
    bytes.set([Math.floor(code / 100), code % 100], 26);
    return bytes;
  };

  // The last one is waited for as long as the product waits.
  const answers: [expected: string, answer?: Buffer][] = [
    ['refuses the credentials', refusal(401)],
    ['gives no relay', refusal(486)],
    ['does not answer', Buffer.from('?')],
    ['does not answer'],
  ];
  test.each(process.env['TEST_RUN'] === 'core' ? answers.slice(0, -1) : answers)(
    '%s',
    async (expected, answer) => {
      expect(await ask(await says(answer))).toBe(expected);
    },
  );

  test.each(['turn:127.0.0.1:1?transport=tcp', 'turns:127.0.0.1:1', 'nonsense'])(
    'does not answer at %s',
    async (url) => {
      expect(await ask(url)).toBe('does not answer');
    },
  );
});
