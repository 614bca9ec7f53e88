import type { IncomingMessage } from 'node:http';
import { AccessToken, type VideoGrant } from 'livekit-server-sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAccess } from './access.ts';
import type { Room } from './room.ts';

const KEY = 'a-key';
const SECRET = 'a-secret-that-is-long-enough-for-a-test';

let room: { isFull: boolean; participants: Map<string, object> } | undefined;
let hasRoom: boolean;
const access = createAccess({
  key: KEY,
  secret: SECRET,
  find: () => room as Room | undefined,
  hasRoom: () => hasRoom,
});

beforeEach(() => {
  room = undefined;
  hasRoom = true;
});

async function token(grant: VideoGrant, { secret = SECRET, ttl = '10m', identity = 'ann' } = {}) {
  const made = new AccessToken(KEY, secret, { identity, name: 'Ann', ttl, attributes: { role: 'agent' } });
  made.addGrant(grant);
  return made.toJwt();
}

async function show(shown: string) {
  const url = new URL(`http://media/rtc?access_token=${shown}`);
  return access.guestOf(await access.claimsOf({ headers: {} } as IncomingMessage, url));
}

describe('a token', () => {
  test('contains identity, room and permissions', async () => {
    const guest = await show(await token({ roomJoin: true, room: 'one', canPublish: false }));
    expect(guest).toMatchObject({
      room: 'one',
      identity: {
        identity: 'ann',
        name: 'Ann',
        attributes: { role: 'agent' },
        permission: { canPublish: false, canSubscribe: true },
      },
    });
  });

  test('is taken from the header as well', async () => {
    const headers = { authorization: `Bearer ${await token({ roomList: true })}` };
    const claims = await access.claimsOf({ headers } as IncomingMessage, new URL('http://media/twirp'));
    expect(claims.video).toMatchObject({ roomList: true });
  });

  test.each([
    ['signed by somebody else', { secret: 'another-secret-that-is-long-enough-too' }],
    ['that has expired', { ttl: '-1m' }],
  ])('%s is refused', async (_what, options) => {
    const shown = await token({ roomJoin: true, room: 'one' }, options);
    await expect(show(shown)).rejects.toMatchObject({ code: 'unauthenticated', status: 401 });
  });

  test('with a changed part is refused', async () => {
    const [head = '', , signature = ''] = (await token({ roomJoin: true, room: 'one' })).split('.');
    const other = (await token({ roomJoin: true, room: 'two', roomAdmin: true })).split('.')[1] ?? '';
    await expect(show(`${head}.${other}.${signature}`)).rejects.toMatchObject({ status: 401 });
  });

  test('that claims to be unsigned is refused', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: KEY, sub: 'ann', video: { roomJoin: true, room: 'one' } };
    await expect(show(`${part({ alg: 'none' })}.${part(claims)}.`)).rejects.toMatchObject({ status: 401 });
  });

  test.each([
    ['for no room', { roomJoin: true }],
    ['that does not join', { room: 'one' }],
  ])('%s is not enough', async (_what, grant) => {
    await expect(show(await token(grant))).rejects.toMatchObject({ code: 'permission_denied', status: 403 });
  });
});

describe('when it is full', () => {
  const guest = async (grant: VideoGrant = {}, identity = 'ann') =>
    show(await token({ roomJoin: true, room: 'one', ...grant }, { identity }));

  test('a full room admits only hidden participants and those who were in it', async () => {
    room = { isFull: true, participants: new Map([['ben', {}]]) };
    const ann = await guest();
    expect(() => access.refuseWhenFull(ann)).toThrow('The room is full.');
    expect(access.refuseWhenFull(await guest({ hidden: true }))).toBeUndefined();
    expect(access.refuseWhenFull(await guest({}, 'ben'))).toBeUndefined();
  });

  test('a busy server starts no new call, and calls with reserved places continue', async () => {
    hasRoom = false;
    const ann = await guest();
    expect(() => access.refuseWhenFull(ann)).toThrow('All lines are busy');
    room = { isFull: false, participants: new Map() };
    expect(() => access.refuseWhenFull(ann)).toThrow('All lines are busy');
    room = { isFull: false, participants: new Map([['ben', {}]]) };
    expect(access.refuseWhenFull(ann)).toBeUndefined();
  });
});
