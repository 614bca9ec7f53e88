import fs from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { isExternalServer, startMedia, type MediaServer } from '../support/media/media.ts';
import type { Client } from '../support/media/media-client.ts';
import { expect, test, WITH_CAMERA } from '../support/media/media-test.ts';
import { hasCoturn, startTurn } from '../support/calls/turn.ts';

test.use(WITH_CAMERA);

const SECRET = 'what coturn and we share';
const RELAY_ONLY = { connect: { rtcConfig: { iceTransportPolicy: 'relay' } } };

/** Returns all network paths of this client's media. */
const candidateTypes = async ({ page }: Client) => {
  const all = await page.evaluate(() => kit.statistics());
  const used = new Set(
    all.flatMap((each) => (each.type === 'transport' ? each['selectedCandidatePairId'] : [])),
  );
  const pairs = all.filter((each) => each.type === 'candidate-pair' && used.has(each['id']));
  return pairs.map((pair) => {
    const local = all.find((each) => each['id'] === pair['localCandidateId']);
    return `${String(local?.['candidateType'])} ${String(local?.['relayProtocol'])}`;
  });
};

test.describe('through TURN', () => {
  test.skip(!hasCoturn, 'needs a TURN server: install the Debian package "coturn"');
  test.skip(isExternalServer, 'a LiveKit elsewhere has TURN servers of its own');
  let turn: Awaited<ReturnType<typeof startTurn>>;
  let media: MediaServer | undefined;

  test.beforeAll(async () => {
    turn = await startTurn(SECRET);
  });
  test.afterEach(async () => {
    await media?.discard();
    media = undefined;
  });
  test.afterAll(() => turn.stop());

  const start = (urls: string, secret = SECRET) =>
    startMedia({ MEDIA_ICE_SERVERS: JSON.stringify([{ urls, secret }]) });
  const says = (sentence: RegExp) =>
    expect
      .poll(async () => fs.readFile(path.join(media?.folder ?? '', 'log'), 'utf8'), { timeout: 10_000 })
      .toMatch(sentence);

  for (const transport of ['udp', 'tcp'] as const) {
    test(`by ${transport}, a client that can reach nothing else hears and sees, and is heard and seen @full`, async ({
      open,
    }) => {
      media = await start(`turn:127.0.0.1:${turn.port}?transport=${transport}`);
      await says(/the TURN server relays/);
      const [ann, ben] = await Promise.all([open(), open()]);
      await ann.join(media, await media.token('one', 'ann'), RELAY_ONLY);
      await ann.page.evaluate(async () => {
        await kit.microphone();
        await kit.camera();
      });
      await ben.joinWithAll(media, 'one', 'ben');
      await Promise.all([ann.sees('ben/camera'), ben.sees('ann/camera'), ann.listens(), ben.listens()]);
      expect(new Set(await candidateTypes(ann))).toEqual(new Set([`relay ${transport}`]));
      expect((await candidateTypes(ben)).join()).not.toContain('relay');

      const given = await ann.page.evaluate(() =>
        connections.flatMap((each) => each.getConfiguration().iceServers ?? []),
      );
      expect(given.length).toBeGreaterThan(0);
      for (const { username = '', credential = '' } of given) {
        expect(username).toMatch(/^\d+:PA_/);
        expect(Number(username.split(':')[0]) - Date.now() / 1000).toBeLessThanOrEqual(3600);
        expect(credential).not.toContain(SECRET);
      }
    });
  }

  test('with a wrong secret the log says so, and no media is relayed @full', async ({ open }) => {
    test.setTimeout(60_000);
    media = await start(`turn:127.0.0.1:${turn.port}`, 'another secret');
    await says(/refuses the credentials/);
    const ann = await open();
    const options = { connect: { ...RELAY_ONLY.connect, peerConnectionTimeout: 5000 } };
    await ann.join(media, await media.token('one', 'ann'), options).catch(() => undefined);
    await ann.page.evaluate(() => kit.microphone().catch(() => undefined));
    expect(await candidateTypes(ann)).toEqual([]);
    expect(turn.said()).toMatch(/Cannot find credentials of user <\d+:PA_/);
  });

  test('without a TURN server at the address the log says so @full', async () => {
    media = await start(`turn:127.0.0.1:${await freePort()}?transport=tcp`);
    await says(/does not answer/);
  });
});
