/**
 * Scenarios of SIPp (sipp.readthedocs.io), which plays customers and phones step by step. Whichever side hangs up first, the
 * other one confirms it.
 */
type Customer = {
  number: string;
  dialled: string;
  keys: string;
  keyAfterMs: number;
  stayMs: number;
  /** The sound file that they play; undefined: SIPp echoes whatever they hear. */
  tone: string | undefined;
};
type Phone = {
  does: 'answer' | 'reject' | 'ring';
  refusal: string;
  ringMs: number;
  talkMs: number;
  tone: string;
};

type Registration = { extension: string; secret: string; isHere: boolean };

const ANSWERS_WITHIN_MS = 5000;
const LONGEST_MS = 3_600_000;

const sdp = (who: string, port = '[rtpstream_audio_port]') => `v=0
o=${who} 1 1 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP[media_ip_type] [media_ip]
t=0 0
m=audio ${port} RTP/AVP 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-15
a=ptime:20`;

const scenario = (name: string, steps: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE scenario SYSTEM "sipp.dtd">\n<scenario name="${name}">\n${steps.join('\n')}\n</scenario>\n`;

/** A SIP message as a step of a scenario; without a body, it says so by its length. */
function send(lines: readonly string[], { body = '', type = 'application/sdp', retry = true } = {}): string {
  const head = body === '' ? ['Content-Length: 0'] : [`Content-Type: ${type}`, 'Content-Length: [len]'];
  const text = [...lines, ...head, '', body].join('\n');
  return `<send${retry ? ' retrans="500"' : ''}><![CDATA[\n${text}\n]]></send>`;
}

const play = (file: string) => `<nop><action><exec rtp_stream="${file},-1,0"/></action></nop>`;
const label = (name: string) => `<label id="${name}"/>`;
/** Waits for the other side to hang up; after `ms` it continues at the label `otherwise`. */
const untilHungUp = (ms: number, otherwise: string) =>
  `<recv request="BYE" timeout="${ms}" ontimeout="${otherwise}" next="over"></recv>`;
/** The same, and continues at the label `leave` when a MESSAGE asks it to hang up. The time runs from the first of the two steps. */
const untilEither = (ms: number, otherwise: string) =>
  `<recv request="MESSAGE" optional="true" timeout="${ms}" ontimeout="${otherwise}" next="leave"></recv>
<recv request="BYE" next="over"></recv>`;

/** The message that makes a customer hang up: SIPp can only wait for messages, so one is sent into the call. */
export const hangUpMessage = (callId: string, attempt: number): string =>
  [
    'MESSAGE sip:customer SIP/2.0',
    `Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bKleave${attempt}`,
    ...['From: <sip:test>;tag=test', 'To: <sip:customer>', `Call-ID: ${callId}`, `CSeq: ${attempt} MESSAGE`],
    ...['Content-Length: 0', '', ''],
  ].join('\r\n');
const ANSWERED = [
  ...['[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]'],
  'Contact: <sip:[local_ip]:[local_port];transport=[transport]>',
];
const over = [label('over'), send(['SIP/2.0 200 OK', ...ANSWERED], { retry: false }), label('end'), '<nop/>'];

/** The scenario of an outside caller: calls, listens, presses keys, waits or talks, and hangs up. */
export function customerScenario({ number, dialled, keys, keyAfterMs, stayMs, tone }: Customer): string {
  const to = `<sip:${dialled}@[remote_ip]:[remote_port]>`;
  const request = (method: string, sequence: number, them = '[$them]') => [
    `${method} sip:${dialled}@[remote_ip]:[remote_port] SIP/2.0`,
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    `From: "${number}" <sip:${number}@[local_ip]:[local_port]>;tag=[pid]c[call_number]`,
    `To: ${them}`,
    'Call-ID: [call_id]',
    `CSeq: ${sequence} ${method}`,
    `Contact: <sip:${number}@[local_ip]:[local_port]>`,
    'Max-Forwards: 70',
  ];
  const presses = [...keys].flatMap((key, at) => [
    untilEither(keyAfterMs, `key${at}`),
    label(`key${at}`),
    send(request('INFO', at + 2), { type: 'application/dtmf-relay', body: `Signal=${key}\nDuration=160` }),
    '<recv response="200"></recv>',
  ]);
  return scenario('customer', [
    send(request('INVITE', 1, to), {
      body: tone === undefined ? sdp('customer', '[media_port]') : sdp('customer'),
    }),
    ...[100, 180, 183].map((code) => `<recv response="${code}" optional="true"></recv>`),
    `<recv response="200"><action>${find('<sip:.*', 'To:', 'them')}</action></recv>`,
    send(request('ACK', 1), { retry: false }),
    ...(tone === undefined ? [] : [play(tone)]),
    ...presses,
    untilEither(stayMs, 'leave'),
    label('leave'),
    send(request('BYE', keys.length + 2)),
    '<recv response="200" next="end"></recv>',
    ...over,
  ]);
}

/** The scenario that registers a phone's address, or removes it. */
export function registrationScenario({ extension, secret, isHere }: Registration): string {
  const request = (sequence: number, proof: readonly string[]) => [
    'REGISTER sip:[remote_ip]:[remote_port] SIP/2.0',
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    `From: <sip:${extension}@[remote_ip]>;tag=[pid]r[call_number]`,
    `To: <sip:${extension}@[remote_ip]>`,
    'Call-ID: [call_id]',
    `CSeq: ${sequence} REGISTER`,
    `Contact: <sip:${extension}@[local_ip]:[local_port]>`,
    'Max-Forwards: 70',
    `Expires: ${isHere ? 3600 : 0}`,
    ...proof,
  ];
  return scenario('registration', [
    send(request(1, [])),
    `<recv response="401" auth="true" timeout="${ANSWERS_WITHIN_MS}"></recv>`,
    send(request(2, [`[authentication username=${extension} password=${secret}]`])),
    '<recv response="200"></recv>',
  ]);
}

/**
 * The scenario of a phone: rings, then answers, rejects, or goes on ringing. It handles several calls at once or one after
 * another.
 */
export function phoneScenario({ does, refusal, ringMs, talkMs, tone }: Phone): string {
  const tag = ';tag=[pid]p[call_number]';
  const response = (status: string, sequence = '[last_CSeq:]') => [
    `SIP/2.0 ${status}`,
    ...['[last_Via:]', '[last_From:]', `[last_To:]${tag}`, '[last_Call-ID:]', sequence],
    'Contact: <sip:[local_ip]:[local_port];transport=[transport]>',
  ];
  const bye = [
    'BYE [$there] SIP/2.0',
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    `From: [$us]${tag}`,
    ...['To: [$them]', 'Call-ID: [call_id]', 'CSeq: 1 BYE', 'Max-Forwards: 70'],
  ];
  const answer = [
    send(response('200 OK'), { body: sdp('phone') }),
    '<recv request="ACK"></recv>',
    play(tone),
    untilHungUp(talkMs, 'leave'),
    label('leave'),
    send(bye),
    '<recv response="200" next="end"></recv>',
  ];
  const reject = [send(response(refusal), { retry: false }), '<recv request="ACK" next="end"></recv>'];
  return scenario('phone', [
    `<recv request="INVITE"><action>${[
      find('<sip:.*', 'From:', 'them'),
      find('<sip:.*', 'To:', 'us'),
      find('sip:[^>;]*', 'Contact:', 'there'),
      find('[0-9]+', 'CSeq:', 'invite'),
    ].join('')}</action></recv>`,
    send(response('180 Ringing'), { retry: false }),
    `<recv request="CANCEL" timeout="${does === 'ring' ? LONGEST_MS : ringMs}" ontimeout="rung" next="canceled"></recv>`,
    label('rung'),
    ...(does === 'reject' ? reject : answer),
    label('canceled'),
    send(response('200 OK'), { retry: false }),
    send(response('487 Request Terminated', 'CSeq: [$invite] INVITE'), { retry: false }),
    '<recv request="ACK" next="end"></recv>',
    ...over,
    '<Reference variables="them,us,there,invite"/>',
  ]);
}

const find = (pattern: string, header: string, name: string): string =>
  `<ereg regexp="${escape(pattern)}" search_in="hdr" header="${header}" assign_to="${name}"/>`;
const escape = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
