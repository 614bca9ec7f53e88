// "npm run bench": figures, not tests. Prints a table and writes bench-results/<part>.json with the machine it ran on.
//   npm run bench -- --tickets 1000000 --messages 5000000     the full sizes; the default is a tenth of them
//   npm run bench -- --only lists,fan-out                      only these parts: lists, conversation, search, desk, merge, import, fan-out, memory, start, web, calls, pickup, first-sound, routing, reports, floor
//   npm run bench -- --only mail --mails 5000 --sends 1000     imports a mailbox and sends replies; needs Dovecot
//   npm run bench -- --only messaging --inbound 10000          WhatsApp messages delivered as fast as they are accepted
//   npm run bench -- --only routing                            routing with 5,000 queues and 5,000 agents
//   npm run bench -- --only reports --tickets 1000000 --messages 10000000    each report and dashboard over a year, cold and warm
//   npm run bench -- --only floor                              the monitoring board: 1,000 agents, 300 changes a second, 50 boards
//   npm run bench -- --only telephony                          recorded calls of a gateway: how soon they ring, and events per second
//   npm run bench -- --smoke --out /tmp/smoke                  checks in seconds that everything runs; its figures mean nothing
import './lib/node-version.mjs';
import { parseArgs } from 'node:util';
import { fail } from './lib/fail.mjs';
import { install } from './lib/install.mjs';
import { buildWithSimulator } from './lib/build.mjs';
import { say } from './lib/steps.mjs';

const { values } = parseArgs({
  options: {
    tickets: { type: 'string' },
    messages: { type: 'string' },
    mails: { type: 'string' },
    sends: { type: 'string' },
    inbound: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: 'bench-results' },
    /** Keeps the generated database for the next run. */
    data: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  },
});

try {
  await install();
  await buildWithSimulator();
  const { report } = await import('../bench/lib/report.mjs');
  const { SCALES } = await import('../bench/lib/scale.mjs');
  const scale = values.smoke ? SCALES.smoke : SCALES.full;
  const options = {
    ...scale,
    tickets: Number(values.tickets ?? scale.tickets),
    messages: Number(values.messages ?? scale.messages),
    mails: Number(values.mails ?? scale.mails),
    sends: Number(values.sends ?? scale.sends),
    inbound: Number(values.inbound ?? scale.inbound),
    dataDir: values.data ?? `${values.out}/data`,
    say,
  };
  // Starting from a bare clone installs everything, which takes minutes.
  const parts =
    values.only ??
    `lists,conversation,search,desk,merge,import,fan-out,memory,web,messaging,routing,reports,floor,telephony,calls,pickup,first-sound${values.smoke ? '' : ',start'}`;
  for (const part of parts.split(',')) {
    say(`Measuring: ${part}`);
    const { measure } = await import(`../bench/${part}.mjs`);
    report(part, await measure(options), values.out);
  }
} catch (error) {
  fail(error);
}
