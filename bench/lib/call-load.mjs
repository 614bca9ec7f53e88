// The clients of the measured calls, in a process of their own that is controlled by IPC.
import os from 'node:os';
import { join } from './call-client.mjs';

const AUDIO_EVERY_MS = 20;
const FRAME_EVERY_MS = 33.3;
const VIDEO_PACKETS = 4;
const VIDEO_BYTES = 1000;
const AUDIO_BYTES = 80;
const JOIN_AT_ONCE = 1;

// In reality clients are other machines: their delays must not be counted against the server.
try {
  os.setPriority(os.constants.priority.PRIORITY_HIGH);
} catch {
  // Not every system allows it to ordinary users.
}

let calls = [];
let window;
let failed = 0;
const sides = () => calls.flatMap(({ clients }) => clients);

function onPacket(sentAt) {
  if (!window || sentAt < window.from || sentAt >= window.to) return;
  window.received += 1;
  window.delays.push(performance.now() - sentAt);
}

function sent() {
  if (window && performance.now() >= window.from && performance.now() < window.to) window.sent += 1;
}

/** All send at the same rate, but not at the same moment, like people. */
function startSending(client, kinds) {
  const timers = [];
  const begin = (everyMs, tick) => {
    const first = setTimeout(() => {
      timers.push(setInterval(() => tick(), everyMs));
    }, Math.random() * everyMs);
    timers.push(first);
  };
  begin(AUDIO_EVERY_MS, () => {
    client.advance('audio', 960);
    const now = performance.now();
    if (client.send('audio', false, AUDIO_BYTES, now)) sent();
  });
  if (kinds.includes('video')) {
    begin(FRAME_EVERY_MS, () => {
      client.advance('video', 3000);
      const now = performance.now();
      for (let index = 1; index <= VIDEO_PACKETS; index++) {
        if (client.send('video', index === VIDEO_PACKETS, VIDEO_BYTES, now)) sent();
      }
    });
  }
  return () => timers.forEach((timer) => clearInterval(timer));
}

/** Tries again once if joining failed, as a person would, and counts that. */
async function enter(url, token, kinds) {
  for (;;) {
    const client = await join(url, token, { kinds, onPacket });
    if (client) return client;
    failed += 1;
  }
}

async function add({ url, seats, kinds }) {
  for (let at = 0; at < seats.length; at += JOIN_AT_ONCE) {
    const some = seats.slice(at, at + JOIN_AT_ONCE);
    calls.push(
      ...(await Promise.all(
        some.map(async (tokens) => {
          const clients = await Promise.all(tokens.map((token) => enter(url, token, kinds)));
          return { clients, stops: clients.map((client) => startSending(client, kinds)) };
        }),
      )),
    );
  }
}

async function listen({ forMs }) {
  const now = performance.now();
  window = { from: now, to: now + forMs, sent: 0, received: 0, delays: [] };
  const cpu = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, forMs + 1000));
  const { sent: all, received, delays } = window;
  const used = process.cpuUsage(cpu);
  window = undefined;
  return {
    sent: all,
    received,
    failed,
    delays: sample(delays),
    cores: (used.user + used.system) / 1000 / (forMs + 1000),
  };
}

const sample = (all) => {
  const sorted = all.toSorted((a, b) => a - b);
  return Array.from({ length: 1000 }, (_, index) => sorted[Math.floor((index / 1000) * sorted.length)] ?? 0);
};

async function clear() {
  for (const { stops } of calls) for (const stop of stops) stop();
  await Promise.all(sides().map((client) => client.leave()));
  calls = [];
}

const tasks = { add, listen, clear };
process.on('message', ({ id, task, options }) => {
  tasks[task](options ?? {}).then(
    (answer) => process.send({ id, answer }),
    (error) => process.send({ id, error: error.stack }),
  );
});
process.on('disconnect', () => process.exit(0));
