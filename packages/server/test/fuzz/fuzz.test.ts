import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../src/setup/random.ts';
import { testApp, type TestApp } from '../app.ts';
import { deliver, mailOf, createInactiveMailbox, countWaitingMails } from './mails.ts';
import { requestOf } from './requests.ts';
import { sendRequest, sendBrokenRequest, sendSocketPackets, requestUpgrade } from './wire.ts';

/** How many requests altogether, and the seed: fixed, unless they are given. */
const COUNT = Number(process.env['FUZZ_COUNT'] ?? 100_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 19);
const AT_ONCE = 40;
const ROUND = 1000;
/** How many packets one connection sends. */
const PACKETS = 20;
// What a round consists of: requests, broken-off requests, other protocols and mails; the rest are socket packets.
const ASKED = 580;
const BROKEN = 100;
const KNOCKS = 100;
const MAILS = 20;

let t: TestApp;
let port: number;
let agent: http.Agent;
const faults: string[] = [];

beforeAll(async () => {
  const lines = new PassThrough().on('data', (line: Buffer) => {
    // The built pages are missing if only this test is run, which is no fault.
    if (!/ENOENT.*dist.index\.html/.test(line.toString())) faults.push(line.toString());
  });
  t = await testApp({ log: pino({ level: 'error' }, lines) });
  await t.app.http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = t.app.http.app.server.address() as AddressInfo);
  agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
});
afterAll(async () => {
  agent.destroy();
  await t.close();
});

const openSockets = () =>
  new Promise<number>((resolve) => void t.app.http.app.server.getConnections((_, count) => resolve(count)));
const openFiles = () => fs.readdirSync('/proc/self/fd').length;

async function answersWithin(ms: number): Promise<void> {
  const begin = performance.now();
  expect((await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } })).status).toBe(
    200,
  );
  expect(performance.now() - begin).toBeLessThan(ms);
}

/** Runs the works, at most AT_ONCE of them at a time, started in the order of the list. */
async function runTogether(works: (() => Promise<unknown>)[]): Promise<void> {
  const left = works.values();
  const worker = async () => {
    for (const work of left) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

it(
  `${COUNT} requests, upgrades, packets and mails leave the server answering, and nothing open`,
  { tags: 'full', timeout: 1_500_000 },
  async () => {
    const random = createRandom(SEED);
    const server = { port, random };
    const token = await t.signIn('admin');
    const mailboxId = await createInactiveMailbox(t);
    const times = (count: number, work: () => Promise<unknown>) => Array.from({ length: count }, () => work);
    const answered = new Map<number, number>();

    const round = async () => {
      await runTogether([
        ...times(ASKED, async () => {
          const status = await sendRequest(server, agent, requestOf(random, token));
          answered.set(status, (answered.get(status) ?? 0) + 1);
        }),
        ...times(BROKEN, () => sendBrokenRequest(server, requestOf(random, token))),
        ...times(KNOCKS, () => requestUpgrade(server)),
        ...times((ROUND - ASKED - BROKEN - KNOCKS - MAILS) / PACKETS, () =>
          sendSocketPackets(server, token, PACKETS),
        ),
      ]);
      await deliver(
        t,
        mailboxId,
        Array.from({ length: MAILS }, () => mailOf(random)),
      );
      await expect.poll(() => countWaitingMails(t), { timeout: 60_000 }).toBe(0);
      await answersWithin(1000);
    };

    // The first round opens what stays open as long as the server runs, above all connections to the database.
    await round();
    agent.destroy();
    await expect.poll(openSockets, { timeout: 10_000 }).toBe(0);
    const filesBefore = openFiles();
    for (let done = ROUND; done < COUNT; done += ROUND) await round();
    agent.destroy();
    await expect.poll(openSockets, { timeout: 10_000 }).toBe(0);
    await expect.poll(openFiles, { timeout: 10_000 }).toBeLessThanOrEqual(filesBefore + 5);
    await answersWithin(1000);
    // Enough requests must succeed, or the run would only test refusals.
    expect(answered.get(200) ?? 0).toBeGreaterThan(ASKED / 10);
    expect(faults).toEqual([]);
  },
);
