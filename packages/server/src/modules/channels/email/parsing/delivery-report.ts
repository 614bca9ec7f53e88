/** Reads reports on the delivery of a mail. Pure. */

export type DeliveryReport = {
  /** `failed`: the server has given up. */
  action: 'failed' | 'delayed' | 'delivered';
  recipient: string;
  /** The original recipient, if the e-mail was forwarded. */
  original?: string;
  /** The enhanced status, such as 5.1.1; empty where there is none. */
  status: string;
  /** The message of the other server. */
  said: string;
};

const SAID_MAX = 300;

/** The reports in a message/delivery-status part: one for each recipient. */
export function readDeliveryStatus(text: string): DeliveryReport[] {
  const blocks = text.replace(/\r\n/g, '\n').split(/\n[ \t]*\n/);
  return blocks.map(fieldsOf).flatMap((fields) => {
    const of = (name: string) => fields.get(name) ?? '';
    const original = afterType(of('original-recipient')).toLowerCase();
    const recipient = afterType(of('final-recipient')).toLowerCase() || original;
    if (!recipient) return [];
    const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(of('status'))?.[0] ?? '';
    const said = afterType(of('diagnostic-code')).slice(0, SAID_MAX);
    const report = { action: actionOf(of('action'), status), recipient, status, said };
    return [original && original !== recipient ? { ...report, original } : report];
  });
}

function fieldsOf(block: string): Map<string, string> {
  const lines = block.replace(/\n[ \t]+/g, ' ').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? [];
      return name ? [[name.toLowerCase(), (value ?? '').trim()] as const] : [];
    }),
  );
}

/** "rfc822; someone@example.com" without its type. */
const afterType = (value: string): string =>
  value
    .replace(/^[\w-]+\s*;\s*/, '')
    .replace(/^<|>$/g, '')
    .trim();

function actionOf(action: string, status: string): DeliveryReport['action'] {
  const named = action.toLowerCase();
  if (named === 'failed' || named === 'delayed') return named;
  if (['delivered', 'relayed', 'expanded'].includes(named)) return 'delivered';
  if (status.startsWith('4')) return 'delayed';
  return status.startsWith('2') ? 'delivered' : 'failed';
}

/** The first line of a plain-text report, as older servers send it, that looks like an SMTP refusal. */
export function readPlainReport(text: string): Pick<DeliveryReport, 'status' | 'said'> {
  const line = /^.*\b5\d\d[ -](?:5\.\d{1,3}\.\d{1,3}\b)?.*$/m.exec(text)?.[0].trim() ?? '';
  return { status: /\b5\.\d{1,3}\.\d{1,3}\b/.exec(line)?.[0] ?? '', said: line.slice(0, SAID_MAX) };
}

/** The Message-IDs of the mails that a report returns, as a whole or by their headers only. */
export function returnedIds(text: string): string[] {
  const unfolded = text.replace(/\r\n/g, '\n').replace(/\n[ \t]+/g, ' ');
  return [...unfolded.matchAll(/^message-id:\s*<([^<>\s]{1,500})>/gim)].map((match) => match[1] ?? '');
}
