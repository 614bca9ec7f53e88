import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDesk } from '../agents/agent-desk.ts';
import { runAgent } from '../agents/agent.ts';
import { startMeta } from '../meta/server.ts';
import { startTwilio } from '../twilio/server.ts';
import { guideLines, guidesOf } from './guides.ts';
import { connectAccounts, connectMailbox, formKeyOf, widgetKeyOf } from './accounts.ts';
import { createCarrier } from './carrier.ts';
import { createClock } from './clock.ts';
import { signIn } from './desk-api.ts';
import { createSeededRandom } from '../customers/seeded-random.ts';
import { openFolder, failWith } from './folder.ts';
import { hasDovecot } from '../mail/dovecot.ts';
import { startMailServers } from '../mail/people.ts';
import { startSmsc } from '../smpp/server.ts';
import { createLines } from './lines.ts';
import { reviewTemplates } from './reviewer.ts';
import { servePage } from './page-server.ts';
import { createPictures } from '../customers/pictures.ts';
import { CHANNELS, readScenario, type Scenario } from './scenario.ts';
import { injectFaults } from './inject-faults.ts';
import { createWorld } from './world.ts';

type Env = Record<string, string>;
type CommandLine = {
  /** What the command line provides. */
  args: string[];
  root: string;
  env: Record<string, string | undefined>;
  say: (line: string) => void;
  freePort: (wanted?: number) => Promise<number>;
  /** Starts the server with this environment; `ended` settles when it has ended. */
  startServer: (env: Env) => { ended: Promise<unknown> };
  /** Starts a command that ends with this process. */
  startCommand: (file: string, args: string[]) => ChildProcess;
};

const READY_WITHIN_MS = 120_000;
const REMEMBER_EVERY_MS = 1000;
/** The agents that can be simulated, in this order; the others are for people who try the desk. */
const AGENTS = ['agent6', 'agent5', 'agent4', 'agent3'] as const;
const AGENTS_USUALLY = 2;

/**
 * `npm run simulate`: stand-ins of the providers, a demo workspace of its own, and customers. Ends after `--minutes`, or never.
 */
export async function simulate(shell: CommandLine): Promise<void> {
  const { say, env } = shell;
  const options = readOptions(shell);
  const scenario = withoutMail(options.scenario);
  const port = await portOf(shell);
  const folder = openFolder(options.dataDir, options.isFresh);
  const providers = await startProviders(scenario, shell);
  const { meta, twilio, smsc, mail, clock } = providers;

  const url = `http://127.0.0.1:${port}`;
  const phonesPort = await phonesPortBeside(port, shell);
  const server = shell.startServer(
    serverEnv({ ...options, port, phonesPort, meta: meta.url, twilio: twilio.url }),
  );
  await becomesReady(url, server.ended);
  const passwordOf = (username: string) => env['DEMO_PASSWORD'] || folder.passwordOf(username);
  const { ask: desk } = await signIn(url, 'admin', passwordOf('admin'));
  if (!options.hasGuides) await connectAccounts(desk, url, { meta, twilio, smsc });
  const mailboxId = mail ? await connectMailbox(desk, mail) : null;
  const formKey = await formKeyOf(desk, mailboxId);
  // The set-up is complete, so from here on the network may delay or repeat deliveries.
  providers.letGo();
  const site = { url, key: await widgetKeyOf(desk), carry: providers.carrierOf('live chat') };
  const formSite = { url, key: formKey, carry: providers.carrierOf('form') };

  const pictures = createPictures();
  const remember = createRemembering(() => folder.save(world.known()), clock);
  const world = createWorld({
    scenario,
    clock,
    keep: pictures.keep,
    remember,
    channels: CHANNELS.filter((channel) => channel !== 'email' || mail !== undefined),
    openLine: createLines({ ...providers, site, formSite }),
  });
  world.restore(folder.known());
  const guides = guidesOf({ meta, twilio, smsc }, url);
  const page = await servePage({ world, pictures, desk: url, guides }, phonesPort);
  world.start();
  const agents = AGENTS.slice(0, options.agents);
  const desks = await Promise.all(agents.map((name) => openDesk(url, name, passwordOf(name))));
  desks.forEach((own, index) =>
    runAgent({
      desk: own,
      clock,
      dice: createSeededRandom(`${scenario.seed}, agent ${index}`),
      ways: scenario.agents,
    }),
  );
  printAddresses(say, { ...options, url, page: page.url, hasMail: mail !== undefined });
  if (options.hasGuides) for (const line of guideLines(guides, { desk: url, page: page.url })) say(line);
  await lastsUntil(options.minutes, server.ended);
  clock.stop();
  for (const own of desks) own.close();
  await page.close();
  await mail?.close();
}

/**
 * Returns the port for the desk. A port in use is refused, because another desk may answer there, in which nothing may be
 * changed.
 */
async function portOf({ env, freePort }: CommandLine): Promise<number> {
  const wanted = env['PORT'];
  if (!wanted) return freePort(3000);
  const port = Number(wanted);
  if (!Number.isInteger(port) || port <= 0 || port >= 65_536)
    failWith(`PORT is "${wanted}": set it to a number from 1 to 65535, or leave it out.`);
  if ((await freePort(port)) !== port)
    failWith(`Port ${port} is taken: stop what uses it, or choose another with PORT.`);
  return port;
}

/** Returns a free port other than the desk's, which does not listen yet, because it is started with the address of the phones. */
async function phonesPortBeside(port: number, { freePort }: CommandLine): Promise<number> {
  const free = await freePort(3100);
  return free === port ? freePort(port + 1) : free;
}

async function startProviders(scenario: Scenario, { startCommand }: CommandLine) {
  const clock = createClock();
  const [meta, twilio, smsc, mail] = await Promise.all([
    startMeta(),
    startTwilio(),
    startSmsc(),
    hasDovecot ? startMailServers({ start: startCommand }) : undefined,
  ]);
  const diceOf = (what: string) => createSeededRandom(`${scenario.seed}, ${what}`);
  const { network, limits, provider_faults_a_minute: aMinute } = scenario;
  const carrierOf = (what: string) => createCarrier({ dice: diceOf(what), clock, network });
  return {
    meta,
    twilio,
    smsc,
    mail,
    clock,
    carrierOf,
    letGo(): void {
      reviewTemplates(meta, clock);
      meta.world.limits = limits;
      twilio.world.limits = limits.sms;
      smsc.world.limits = limits.operator;
      meta.world.carry = carrierOf('meta');
      twilio.world.carry = carrierOf('twilio');
      smsc.world.carry = carrierOf('operator');
      injectFaults([meta, twilio], { dice: diceOf('trouble'), clock, aMinute });
    },
  };
}

function readOptions({ args, root }: CommandLine) {
  const { values } = parse(args);
  const file = values.scenario
    ? path.resolve(values.scenario)
    : path.join(root, 'packages/simulator/scenarios/everyday.json');
  if (!fs.existsSync(file)) failWith(`There is no scenario ${file}.`);
  const scenario = scenarioIn(file);
  // Nobody writes to accounts that are not set up yet.
  const usually = values.guides ? 0 : scenario.arrivals_a_minute;
  const rate = values.rate === undefined ? usually : numberOf('--rate', values.rate, 600);
  // Whoever writes to the desk themselves answers themselves, too.
  const agents = rate > 0 ? AGENTS_USUALLY : 0;
  return {
    scenario: {
      ...scenario,
      ...(values.seed !== undefined && { seed: values.seed }),
      arrivals_a_minute: rate,
    },
    agents: values.agents === undefined ? agents : agentsOf(values.agents),
    minutes: values.minutes === undefined ? undefined : numberOf('--minutes', values.minutes, 14_400),
    hasGuides: values.guides,
    // The stand-ins' keys are others each time, so accounts that were set up by hand do not last.
    isFresh: values.fresh || values.guides,
    dataDir: path.resolve(values.data ?? path.join(root, values.guides ? 'data-guides' : 'data-simulate')),
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const fresh = { type: 'boolean', default: false } as const;
  const options = {
    seed: text,
    scenario: text,
    rate: text,
    agents: text,
    minutes: text,
    data: text,
    fresh,
    guides: fresh,
  };
  try {
    return parseArgs({ args, options });
  } catch (error) {
    return failWith(
      `${(error as Error).message}\nnpm run simulate -- [--seed WORDS] [--scenario FILE] [--rate CUSTOMERS_A_MINUTE] [--agents HOW_MANY] [--minutes MINUTES] [--data FOLDER] [--fresh] [--guides]`,
    );
  }
}

/** Without a mail server no customer writes e-mails. */
function withoutMail(scenario: Scenario): Scenario {
  return hasDovecot ? scenario : { ...scenario, channels: { ...scenario.channels, email: 0 } };
}

function scenarioIn(file: string): Scenario {
  try {
    return readScenario(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    return failWith(`${file}: ${(error as Error).message}`);
  }
}

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= most) return value;
  return failWith(`${name} is "${text}": set it to a number from 0 to ${most}, or leave it out.`);
}

function agentsOf(text: string): number {
  const count = numberOf('--agents', text, AGENTS.length);
  if (Number.isInteger(count)) return count;
  return failWith(`--agents is "${text}": set it to a whole number, or leave it out.`);
}

type Places = { dataDir: string; port: number; phonesPort: number; meta: string; twilio: string };

/** The environment of the server, which overrides a real workspace's settings in the shell. */
const serverEnv = ({ dataDir, port, phonesPort, meta, twilio }: Places): Env => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  TRUNKLINE_SETUP: 'demo',
  META_GRAPH_URL: meta,
  TWILIO_URL: twilio,
  SIMULATED_PHONES_URL: `http://127.0.0.1:${phonesPort}`,
  // The simulated operator and mail servers are on this machine, the mail servers on any port.
  SMPP_PRIVATE_HOSTS: '127.0.0.0/8',
  MAIL_PRIVATE_HOSTS: '127.0.0.0/8',
  MAIL_PORTS: '1-65535',
  // All visitors of the site come from the same address.
  RATE_LIMIT_FACTOR: '100',
});

async function becomesReady(url: string, ended: Promise<unknown>): Promise<void> {
  const state = { isOver: false };
  void ended.then(() => (state.isOver = true));
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpAt && !state.isOver) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  failWith('The desk did not start; what it said stands above.');
}

/** Returns a function that saves the state, once a second at most. */
function createRemembering(save: () => void, { later }: ReturnType<typeof createClock>): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    later(REMEMBER_EVERY_MS, () => {
      isDue = false;
      save();
    });
  };
}

type ListeningAddresses = ReturnType<typeof readOptions> & { url: string; page: string; hasMail: boolean };

function printAddresses(say: CommandLine['say'], where: ListeningAddresses): void {
  const { url, page, scenario, agents, dataDir, minutes, hasMail } = where;
  say(`The customers' phones: ${page}`);
  say(`The desk: ${url} (who can sign in stands in ${path.join(dataDir, 'first-logins.txt')})`);
  say(
    scenario.arrivals_a_minute > 0
      ? `About ${scenario.arrivals_a_minute} new customers a minute write by themselves (seed ${scenario.seed}).`
      : 'Nobody writes by themselves: write from a phone.',
  );
  if (agents > 0) say(`Agents who answer by themselves: ${agents} (--agents 0 leaves all customers to you).`);
  if (!hasMail)
    say(
      'Nobody writes mails: that needs Dovecot, installed and started as root. Who fills in the form gets no answer.',
    );
  say('To try it: sign in as agent1, go Ready, and answer; the phones show how it arrives.');
  say(minutes === undefined ? 'Ctrl-C ends everything.' : `Everything ends after ${minutes} minutes.`);
}

async function lastsUntil(minutes: number | undefined, ended: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const { signal } = timer;
  const over = minutes === undefined ? [] : [sleep(minutes * 60_000, undefined, { signal })];
  await Promise.race([ended, ...over]).finally(() => timer.abort());
}
