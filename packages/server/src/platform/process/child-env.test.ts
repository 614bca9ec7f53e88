import { expect, it } from 'vitest';
import { envOfMedia, envOfProgram, envWithoutSecrets } from './child-env.ts';

const env = {
  PATH: '/usr/bin',
  LC_ALL: 'C',
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: '--max-old-space-size=512',
  MEDIA_UDP_PORTS: '40000-40999',
  MEDIA_ICE_SERVERS: '[]',
  PIPER_VOICES: '/srv/voices',
  TRUNKLINE_KEY: 'secret',
  DATABASE_URL: 'postgres://secret',
  DEMO_PASSWORD: 'secret',
  DAILY_API_KEY: 'secret',
  LIVEKIT_SECRET: 'secret',
  PGPASSWORD: 'secret',
  WEBHOOK_PRIVATE_HOSTS: '10.0.0.0/8',
};

it.each([
  ['PostgreSQL', envOfProgram, ['LC_ALL', 'PATH']],
  [
    'the media server',
    envOfMedia,
    ['LC_ALL', 'LOG_LEVEL', 'MEDIA_ICE_SERVERS', 'MEDIA_UDP_PORTS', 'NODE_OPTIONS', 'PATH'],
  ],
  [
    'a program of the operator’s',
    envWithoutSecrets,
    [
      'LC_ALL',
      'LOG_LEVEL',
      'MEDIA_UDP_PORTS',
      'NODE_OPTIONS',
      'PATH',
      'PIPER_VOICES',
      'WEBHOOK_PRIVATE_HOSTS',
    ],
  ],
] as const)('%s gets of the environment what it needs, and no secret', (_, of, names) => {
  expect(Object.keys(of(env)).toSorted()).toEqual(names);
});
