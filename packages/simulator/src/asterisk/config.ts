import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { AsteriskMissing, ROOT } from './provide-asterisk.ts';

export type Ports = {
  /** SIP over UDP: for phones, and for calls from outside. */
  sip: number;
  /** The port to which the gateway sends calls to the outside. */
  carrier: number;
  ami: number;
  /** SIP over WebSocket, for phones in browsers. */
  http: number;
};
export type GatewaySecrets = { ami: string; phones: string };
type Write = {
  asterisk: string;
  folder: string;
  socketFolder: string;
  ports: Ports;
  secrets: GatewaySecrets;
};

/** Gateways can share this range: each tries one port after another until it finds a free one. */
const RTP = { first: 20_000, last: 29_999 };
/** Configuration files that stay empty: Asterisk prints an error for each missing one, although the defaults suffice. */
const EMPTY = ['acl', 'ccss', 'pjproject', 'queuerules', 'udptl', 'websocket_client'];
const FOLDERS = [
  'etc',
  'lib/keys',
  'cache',
  'spool/recording',
  'log/cdr-custom',
  'log/cel-custom',
  'sbin',
  'data/sounds',
  'data/agi-bin',
];

/**
 * Writes everything that a gateway needs into a folder: the files of deploy/asterisk with their placeholders filled in, and the
 * prompts.
 */
export async function writeConfig(write: Write): Promise<void> {
  const { asterisk, folder } = write;
  for (const name of FOLDERS) await fs.mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  const share = path.join(asterisk, 'root/usr/share/asterisk');
  const english = path.join(share, 'sounds/en_US_f_Allison');
  await link(path.join(share, 'documentation'), path.join(folder, 'data/documentation'));
  await link(english, path.join(folder, 'data/sounds/en'));
  const { status, stderr } = spawnSync(path.join(ROOT, 'scripts/lib/asterisk/make-prompts'), [
    folder,
    english,
  ]);
  if (status !== 0) throw new AsteriskMissing(String(stderr).trim());
  for (const name of EMPTY) await fs.writeFile(path.join(folder, 'etc', `${name}.conf`), '');
  const values = await valuesOf(write);
  const templates = path.join(ROOT, 'deploy/asterisk');
  for (const name of await fs.readdir(templates)) {
    if (!name.endsWith('.conf')) continue;
    const text = await fs.readFile(path.join(templates, name), 'utf8');
    await fs.writeFile(path.join(folder, 'etc', name), fill(text, values), { mode: 0o600 });
  }
}

async function valuesOf({
  asterisk,
  folder,
  socketFolder,
  ports,
  secrets,
}: Write): Promise<Record<string, string>> {
  const triple = (await fs.readFile(path.join(asterisk, 'root/.triple'), 'utf8')).trim();
  return {
    RUN: folder,
    MODULES: path.join(asterisk, 'root/usr/lib', triple, 'asterisk/modules'),
    SOCKET_DIR: socketFolder,
    NAME: path.basename(folder).replaceAll(/[^\w]+/g, ''),
    BIND: '127.0.0.1',
    SIP_PORT: String(ports.sip),
    CARRIER_PORT: String(ports.carrier),
    AMI_PORT: String(ports.ami),
    HTTP_PORT: String(ports.http),
    RTP_START: String(RTP.first),
    RTP_END: String(RTP.last),
    AMI_SECRET: secrets.ami,
    PHONE_SECRET: secrets.phones,
  };
}

const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/@([A-Z_]+)@/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/asterisk names ${place}, which nobody fills in`);
    return value;
  });

async function link(target: string, place: string): Promise<void> {
  await fs.rm(place, { force: true });
  await fs.symlink(target, place);
}
