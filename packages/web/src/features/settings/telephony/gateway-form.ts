import type { BodyOf, createPhoneGateway, PhoneGateway, testPhoneGateway } from '@trunkline/contract';

/** As the server takes it; empty: no phones in browsers. */
const WS_URL = /^(?:wss?:\/\/[\w.:[\]-]+(?:\/[^\s#]*)?)?$/;

/** Where the gateway reaches this server; empty: where browsers do. */
const SERVER_URL = /^(?:https?:\/\/[\w.:-]+(?:\/[\w./~-]*)?)?$/;

/** A gateway as it is typed. The secret is empty until somebody types it: nobody gets it to see. */
export type GatewayForm = Required<BodyOf<typeof createPhoneGateway>>;
export type GatewayField =
  | 'name'
  | 'host'
  | 'port'
  | 'username'
  | 'secret'
  | 'after_call_seconds'
  | 'ws_url'
  | 'media_address'
  | 'server_url';

/** The usual port of a manager interface, and over TLS. */
const PORTS = { plain: 5038, tls: 5039 };

export function newGateway(departmentId: number): GatewayForm {
  return {
    name: '',
    department_id: departmentId,
    is_active: true,
    host: '',
    port: PORTS.plain,
    is_tls: false,
    username: '',
    secret: '',
    after_call_seconds: null,
    ws_url: '',
    media_address: '',
    server_url: '',
  };
}

export function gatewayFormOf(gateway: PhoneGateway): GatewayForm {
  const { name, department_id, is_active, host, port, is_tls, username, after_call_seconds } = gateway;
  const { ws_url, media_address, server_url } = gateway;
  return {
    name,
    department_id,
    is_active,
    host,
    port,
    is_tls,
    username,
    after_call_seconds,
    ws_url,
    media_address,
    server_url,
    secret: '',
  };
}

/** The usual port goes with encryption, unless somebody has typed another. */
export function withTls(form: GatewayForm, isTls: boolean): GatewayForm {
  const isUsual = form.port === (form.is_tls ? PORTS.tls : PORTS.plain);
  const port = isTls ? PORTS.tls : PORTS.plain;
  return { ...form, is_tls: isTls, port: isUsual ? port : form.port };
}

/** Whether the stored secret stands for what is not typed: it goes to no other address. */
export const hasStored = (form: GatewayForm, before: PhoneGateway | undefined): boolean =>
  before !== undefined &&
  before.host === form.host.trim() &&
  before.port === form.port &&
  before.is_tls === form.is_tls &&
  [before.host, hostOf(before.ws_url), ''].includes(hostOf(form.ws_url.trim()));

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/** Fields with values that can't be saved. `gateway`: the one that is changed. */
export function gatewayProblems(form: GatewayForm, gateway?: PhoneGateway): ReadonlySet<GatewayField> {
  const wrong: Record<GatewayField, boolean> = {
    name: form.name.trim() === '',
    host: form.host.trim() === '',
    port: !(form.port >= 1 && form.port <= 65_535),
    username: form.username.trim() === '',
    secret: form.secret === '' && !hasStored(form, gateway),
    after_call_seconds: (form.after_call_seconds ?? 0) > 3600,
    ws_url: !WS_URL.test(form.ws_url.trim()),
    media_address: !/^[\w.:-]*$/.test(form.media_address.trim()),
    server_url: !SERVER_URL.test(form.server_url.trim()),
  };
  return new Set((Object.keys(wrong) as GatewayField[]).filter((field) => wrong[field]));
}

type Sent = Omit<GatewayForm, 'secret'> & { secret?: string };

/** What is sent; a secret that nobody has typed stays as it is. */
export function gatewayBody({ secret, ...form }: GatewayForm): Sent {
  const [name, host, username] = [form.name.trim(), form.host.trim(), form.username.trim()];
  return { ...form, name, host, username, ...(secret !== '' && { secret }) };
}

export function testBody(form: GatewayForm, gateway?: PhoneGateway): BodyOf<typeof testPhoneGateway> {
  const { host, port, is_tls, username, secret } = gatewayBody(form);
  return {
    host,
    port,
    is_tls,
    username,
    ...(secret !== undefined && { secret }),
    ...(gateway && { id: gateway.id }),
  };
}
