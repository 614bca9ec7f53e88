import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { PASSWORD } from './lib/browser.mjs';
import { startDovecot } from './lib/dovecot.mjs';
import { freePort } from '../scripts/lib/free-port.mjs';
import { inspect } from './lib/inspector.mjs';
import { percentiles } from './lib/report.mjs';
import { call, startServer } from './lib/server.mjs';

const OPENED = 200;
const AT_ONCE = 8;

/** Imports a full mailbox, while and after which mails are opened, answered and solved, and sends many replies at once. */
export async function measure({ mails, sends, say }) {
  say(`${mails} mails are written into a mailbox`);
  const dovecot = await startDovecot(generated(mails));
  const sink = await startSink();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  const inspectPort = await freePort();
  const server = await startServer(
    { DATA_DIR: dataDir, TRUNKLINE_SETUP: 'demo', DEMO_PASSWORD: PASSWORD },
    { inspectPort },
  );
  const heap = await inspect(inspectPort);
  try {
    const { token } = await call(server.url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: PASSWORD },
    });
    const ask = (method, address, body) => call(server.url, method, address, { token, body });
    const memory = async () => `${Math.round(server.memoryMb())} / ${Math.round(await heap.liveMb())}`;
    const taken = await measureIngest({ server, ask, dovecot, sink, mails, memory, say });
    const worked = await work(ask, Math.min(OPENED, mails / 2), 'afterwards');
    const sent = await sendAll({ server, ask, sink, mailbox: taken.mailbox, sends, memory, say });
    return [...taken.rows, ...worked, ...sent];
  } finally {
    heap.stop();
    await server.stop();
    await sink.stop();
    await dovecot.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

const MEMORY = { unit: 'MB, resident / alive' };

/** The highest memory of the server during a measurement. */
function watchMemory(server) {
  let highest = 0;
  const timer = setInterval(() => (highest = Math.max(highest, server.memoryMb())), 250);
  return () => {
    clearInterval(timer);
    return Math.round(Math.max(highest, server.memoryMb()));
  };
}

/** The rate of the import, with memory at each quarter; half-way an agent works with what is there. */
async function measureIngest({ server, ask, dovecot, sink, mails, memory, say }) {
  const open = async () =>
    (await ask('GET', '/api/tickets/counts')).data.reduce((sum, { total }) => sum + total, 0);
  const { departments } = (await ask('GET', '/api/reference')).data;
  const before = await open();
  const rows = [{ figure: 'server memory before it', value: await memory(), ...MEMORY }];
  const highest = watchMemory(server);
  const started = performance.now();
  const mailbox = await ask('POST', '/api/mailboxes', {
    name: 'Bench',
    address: 'support@desk.example',
    department_id: departments[0].id,
    takes_existing: true,
    loop_limit: 1000,
    imap: {
      host: '127.0.0.1',
      port: dovecot.port,
      security: 'none',
      auth: { kind: 'password', user: 'support', password: 'secret' },
    },
    smtp: sink.address,
  });
  let solved = 0;
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    let count = 0;
    const goal = Math.ceil((mails * quarter) / 4);
    while (count < goal) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      count = (await open()) - before + solved;
    }
    const seconds = (performance.now() - started) / 1000;
    say(`${count} of ${mails} after ${Math.round(seconds)} s`);
    rows.push({ figure: `server memory after ${quarter} of 4 quarters`, value: await memory(), ...MEMORY });
    if (quarter !== 2) continue;
    solved = Math.min(OPENED, Math.floor(mails / 8));
    rows.push(...(await work(ask, solved, 'while the rest is taken in')));
  }
  const seconds = (performance.now() - started) / 1000;
  rows.unshift(
    { figure: `${mails} mails taken in, each a ticket`, value: Math.round(mails / seconds), unit: 'mails/s' },
    { figure: 'server memory, highest while taking in', value: highest(), unit: 'MB' },
  );
  return { rows, mailbox: mailbox.data };
}

/** One ticket after the other, as one agent does it. */
async function work(ask, count, when) {
  const times = { opened: [], answered: [], solved: [] };
  const timed = async (name, run) => {
    const started = performance.now();
    const result = await run();
    times[name].push(performance.now() - started);
    return result;
  };
  for (const { id } of await listMail(ask, count)) {
    const line = await timed('opened', async () => {
      await ask('GET', `/api/tickets/${id}`);
      const { data } = await ask('GET', `/api/tickets/${id}/timeline`);
      const email = data.find(({ mail }) => mail?.has_html);
      if (email) await ask('GET', `/api/tickets/${id}/messages/${email.id}/html`);
      return data;
    });
    if (line.length === 0) throw new Error('a ticket without a mail');
    await timed('answered', () =>
      ask('POST', `/api/tickets/${id}/messages`, {
        client_key: randomUUID(),
        body: '',
        html: '<p>Thank you.</p>',
      }),
    );
    const { data } = await ask('GET', `/api/tickets/${id}`);
    await timed('solved', () => ask('POST', `/api/tickets/${id}/solve`, { version: data.ticket.version }));
  }
  return Object.entries(times).map(([name, all]) => {
    const { p50, p95 } = percentiles(all, [50, 95]);
    const value = `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
    return { figure: `a mail ${name}, ${when}`, value, unit: 'ms, p50 / p95', target: 'p95 ≤ 100' };
  });
}

async function listMail(ask, count, status = 'open') {
  const all = [];
  for (let cursor = ''; all.length < count && cursor !== null;) {
    const { data, next } = await ask(
      'GET',
      `/api/tickets?media=2&status=${status}&limit=100&cursor=${cursor}`.replace(/&cursor=$/, ''),
    );
    all.push(...data);
    cursor = next === null ? null : encodeURIComponent(next);
  }
  return all.slice(0, count);
}

/** The replies are written while the outgoing server is unreachable; the measurement begins when it is reachable. */
async function sendAll({ server, ask, sink, mailbox, sends, memory, say }) {
  const address = `/api/mailboxes/${mailbox.id}`;
  await ask('PATCH', address, { smtp: { ...sink.address, port: 1 } });
  const tickets = (await listMail(ask, Math.min(sends, 1000), 'open,solved')).map(({ id }) => id);
  say(`${sends} answers are written`);
  let n = 0;
  const lane = async () => {
    while (n < sends) {
      const id = tickets[(n += 1) % tickets.length];
      await ask('POST', `/api/tickets/${id}/messages`, { client_key: randomUUID(), body: `Answer ${n}` });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const before = sink.count();
  const first = await memory();
  const highest = watchMemory(server);
  const started = performance.now();
  await ask('PATCH', address, { smtp: sink.address });
  while (sink.count() - before < n) await new Promise((resolve) => setTimeout(resolve, 100));
  const seconds = (performance.now() - started) / 1000;
  return [
    { figure: `${n} mails sent to a local sink`, value: Math.round(n / seconds), unit: 'mails/s' },
    { figure: 'server memory before sending', value: first, ...MEMORY },
    { figure: 'server memory, highest while sending', value: highest(), unit: 'MB' },
    { figure: 'server memory after sending', value: await memory(), ...MEMORY },
  ];
}

async function startSink() {
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => {
        count += 1;
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address();
  return {
    address: { host: '127.0.0.1', port, security: 'none', auth: { kind: 'none' } },
    count: () => count,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const SENTENCE = 'The grinder makes a loud noise since yesterday, and I would like to know what to do. ';

/** A third are replies of the same people about something else; every fiftieth has a file. */
function* generated(mails) {
  const file = Buffer.alloc(50_000, 'x').toString('base64').replace(/.{76}/g, '$&\r\n');
  for (let n = 0; n < mails; n += 1) {
    const text = SENTENCE.repeat(5 + (n % 20));
    const parts = [
      ['text/plain; charset=utf-8', '', text],
      [
        'text/html; charset=utf-8',
        '',
        `<html><body><p>${text.replaceAll('. ', '.</p><p>')}</p></body></html>`,
      ],
    ].map(([type, more, body]) => `--b\r\nContent-Type: ${type}${more}\r\n\r\n${body}\r\n`);
    const attached = n % 50 === 0;
    const email = `Content-Type: multipart/alternative; boundary="b"\r\n\r\n${parts.join('')}--b--\r\n`;
    const body = attached
      ? `Content-Type: multipart/mixed; boundary="m"\r\n\r\n--m\r\n${email}--m\r\nContent-Type: application/pdf; name="scan.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n--m--\r\n`
      : email;
    yield [
      `From: Customer ${n % Math.ceil((mails * 2) / 3)} <customer${n % Math.ceil((mails * 2) / 3)}@mail.example>`,
      'To: support@desk.example',
      `Subject: Case ${n}`,
      `Message-ID: <bench-${n}@mail.example>`,
      'Date: Fri, 20 Nov 2026 08:00:00 +0000',
      'MIME-Version: 1.0',
      body,
    ].join('\r\n');
  }
}
