/** SIP methods that a phone needs. PUBLISH, SUBSCRIBE and MESSAGE are not allowed from a browser. */
const METHODS = new Set([
  ...['REGISTER', 'INVITE', 'ACK', 'CANCEL', 'BYE', 'INFO', 'REFER', 'OPTIONS', 'NOTIFY', 'UPDATE', 'PRACK'],
]);
/** Targets of a call or transfer: the gateway's dial plan gets them unchanged. */
const CALLED = String.raw`sips?:(?:(?:%23|[\w.+*#-])+@)?[\w.:[\]-]+`;
const FIRST_LINE = new RegExp(
  String.raw`^(?:SIP/2\.0 [1-6]\d\d [^\r\n]*|([A-Z]+) ${CALLED}(?:;[^\s<>"]*)? SIP/2\.0)$`,
);
const REFERRED = new RegExp(String.raw`^<?${CALLED}(?:[;?][^\s<>"]*)?>?$`);
const HEADER = /^([A-Za-z0-9-]+)[ \t]*:(.*)$/;
/** Without a display name, in which another parser could find a second address. */
const ADDRESS = /^<sips?:([\w.+-]+)@[\w.:[\]-]+(?:;[\w=.-]+)*>(?:;[\w=.~+!%*-]+)*$/;

/**
 * Whether one WebSocket message (RFC 7118) is exactly one SIP message, and no request in another user's name: a gateway
 * identifies phones by the sender, and may trust an unknown one by its IP address, which is ours here. Pure.
 */
export function isOwnMessage(frame: string, extension: string): boolean {
  // Keep-alive (RFC 5626).
  if (/^(?:\r\n)+$/.test(frame)) return true;
  const end = frame.indexOf('\r\n\r\n');
  const head = readHead(frame.slice(0, Math.max(0, end)));
  if (!head) return false;
  const lengths = head.valuesOf('content-length', 'l');
  // A second message behind the first would be parsed by the gateway without having been checked.
  if (lengths.length !== 1 || lengths[0] !== String(Buffer.byteLength(frame.slice(end + 4)))) return false;
  if (!head.valuesOf('refer-to', 'r').every((to) => REFERRED.test(to))) return false;
  return head.method === undefined || isOwnRequest(head.method, head.valuesOf('from', 'f'), extension);
}

const isOwnRequest = (method: string, senders: readonly string[], extension: string): boolean =>
  METHODS.has(method) && senders.length === 1 && ADDRESS.exec(senders[0] ?? '')?.[1] === extension;

/** The method (undefined for responses) and the headers; undefined where a line is malformed or continued. */
function readHead(text: string) {
  const [first = '', ...lines] = text.split('\r\n');
  const request = FIRST_LINE.exec(first);
  const headers = lines.flatMap((line) => {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '' || /[\r\n\0]/.test(line)) return [];
    return [{ name: name.toLowerCase(), value: value.replace(/^[ \t]+/, '') }];
  });
  if (!request || headers.length !== lines.length) return undefined;
  return {
    method: request[1],
    valuesOf: (...names: string[]) =>
      headers.filter(({ name }) => names.includes(name)).map(({ value }) => value),
  };
}
