import type { BodyOf, createPhoneGateway, PhoneGateway, testPhoneGateway } from '@trunkline/contract';
import { onOneLine } from '@trunkline/contract';

/** The WebSocket address as the server accepts it; empty disables phones in browsers. */
const WS_URL = /^(?:wss?:\/\/[\w.:[\]-]+(?:\/[^\s#]*)?)?$/;

/** The address under which the gateway reaches this server; empty means the one that browsers use. */
const SERVER_URL = /^(?:https?:\/\/[\w.:-]+(?:\/[\w./~-]*)?)?$/;

/** The form of a gateway. The secret starts empty, because the server never sends a stored one. */
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

/** Default ports of Asterisk's manager interface, without and with TLS. */
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

/** Returns the form with TLS switched; the port follows, unless it was changed from the default. */
export function withTls(form: GatewayForm, isTls: boolean): GatewayForm {
  const isUsual = form.port === (form.is_tls ? PORTS.tls : PORTS.plain);
  const port = isTls ? PORTS.tls : PORTS.plain;
  return { ...form, is_tls: isTls, port: isUsual ? port : form.port };
}

/** Whether the stored secret is used where none was typed; it is never sent to another address, or for another user. */
export const usesStoredSecret = (form: GatewayForm, before: PhoneGateway | undefined): boolean =>
  before !== undefined &&
  before.host === form.host.trim() &&
  before.port === form.port &&
  before.is_tls === form.is_tls &&
  before.username === onOneLine(form.username) &&
  [originOf(before.ws_url), ''].includes(originOf(form.ws_url.trim()));

function originOf(url: string): string {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' };
  return host && `${protocol}//${host}`;
}

/** Returns the fields that are not valid. `gateway` is the saved one. */
export function gatewayProblems(form: GatewayForm, gateway?: PhoneGateway): ReadonlySet<GatewayField> {
  const wrong: Record<GatewayField, boolean> = {
    name: onOneLine(form.name) === '',
    host: form.host.trim() === '',
    port: !(form.port >= 1 && form.port <= 65_535),
    username: onOneLine(form.username) === '',
    secret: form.secret === '' && !usesStoredSecret(form, gateway),
    after_call_seconds: (form.after_call_seconds ?? 0) > 3600,
    ws_url: !WS_URL.test(form.ws_url.trim()),
    media_address: !/^[\w.:-]*$/.test(form.media_address.trim()),
    server_url: !SERVER_URL.test(form.server_url.trim()),
  };
  return new Set((Object.keys(wrong) as GatewayField[]).filter((field) => wrong[field]));
}

type Sent = Omit<GatewayForm, 'secret'> & { secret?: string };

/** Returns the request; a secret that was not typed is left unchanged. */
export function gatewayBody({ secret, ...form }: GatewayForm): Sent {
  const [name, host, username] = [onOneLine(form.name), form.host.trim(), onOneLine(form.username)];
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
