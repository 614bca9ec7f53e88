import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliverOnce } from '../delivery-strategy.ts';
import { startStandIn, type StandInAnswer, type ReceivedRequest } from '../http-stand-in.ts';
import { addLatest, setLatest } from '../keep-latest.ts';
import { createPace } from '../pace.ts';
import { createPending } from '../pending.ts';
import { partsOf } from '../smpp/segments.ts';
import { createDeliver } from './deliver.ts';
import { createSmsPhone, sid, type TwilioAccount, type ReceivedSms, type SmsPhone } from './phone.ts';

export type Twilio = Awaited<ReturnType<typeof startTwilio>>;

const HOUR_MS = 3_600_000;
const OWN: TwilioAccount = { accountSid: `AC${'1'.repeat(32)}`, number: '+622150905678' };
const BASE = `/2010-04-01/Accounts/${OWN.accountSid}`;

/**
 * Twilio's rate limits: concurrent requests of an account, and segments that leave a number in a second. Messages beyond that
 * wait in the number's queue, which has a limit too.
 */
export type TwilioLimits = { requests_at_once: number; segments_a_second: number; queue_hours: number };
/** How long each request counts as concurrent. */
const UNDER_WAY_MS = 100;

/** Starts a stand-in for Twilio's REST API on loopback, with one number: signatures, states, opt-outs and faults. */
export async function startTwilio() {
  const authToken = randomBytes(16).toString('hex');
  const world = {
    webhook: '',
    publicUrl: '',
    tells: true,
    isTokenGood: true,
    handlesStop: true,
    carry: deliverOnce,
    /** The rate limits; null: none. */
    limits: null as TwilioLimits | null,
    now: () => Date.now(),
  };
  const pace = createPace(() => world.now());
  const closing = new AbortController();
  const phones = new Map<string, SmsPhone>();
  const media = new Map<string, { mime: string; bytes: Buffer }>();
  const pending = createPending();
  const deliver = createDeliver(authToken, world);
  const standIn = await startStandIn((asked) => Promise.resolve(answer(asked)));

  function answer(asked: ReceivedRequest): StandInAnswer {
    const lies = media.get(asked.path.replace('/cdn/', '/'));
    if (lies && asked.path.startsWith('/cdn/'))
      return { status: 200, bytes: lies.bytes, headers: { 'content-type': lies.mime } };
    const basic = `Basic ${Buffer.from(`${OWN.accountSid}:${authToken}`).toString('base64')}`;
    if (asked.headers.authorization !== basic || !world.isTokenGood)
      return refusal(401, 20_003, 'Authenticate');
    return counted(() => asks(asked, lies));
  }

  /** Limits concurrent requests, and tells their number in each answer. */
  function counted(work: () => StandInAnswer): StandInAnswer {
    const { requests_at_once: most = Infinity } = world.limits ?? {};
    const everyMs = UNDER_WAY_MS / most;
    const isTaken = most === Infinity || pace.takes('requests', { burst: most, everyMs });
    const given = isTaken ? work() : refusal(429, 20_429, 'Too Many Requests');
    const count = most === Infinity ? 1 : Math.ceil(pace.lag('requests') / everyMs);
    return { ...given, headers: { ...given.headers, 'twilio-concurrent-requests': String(count) } };
  }

  function asks(asked: ReceivedRequest, lies: { mime: string; bytes: Buffer } | undefined): StandInAnswer {
    if (lies) return { status: 302, headers: { location: `${standIn.origin}/cdn${asked.path}` } };
    if (asked.path === `${BASE}/Messages.json`)
      return acceptMessage(new URLSearchParams(asked.body.toString('utf8')));
    return asked.path.startsWith(`${BASE}/IncomingPhoneNumbers.json`)
      ? numbers(new URL(asked.path, standIn.origin).searchParams.get('PhoneNumber'))
      : refusal(404, 20_404, 'The requested resource was not found');
  }

  function acceptMessage(form: URLSearchParams): StandInAnswer {
    const of = (name: string) => form.get(name) ?? '';
    const to = phones.get(of('To'));
    const wrong = refusalOf(of, to);
    if (wrong || !to) return wrong ?? refusal(400, 21_211, `The 'To' number ${of('To')} is not valid`);
    const segments = partsOf(of('Body'), 0).length;
    const { queue_hours: hours = Infinity, segments_a_second: most = Infinity } = world.limits ?? {};
    if (pace.lag('queue') > hours * HOUR_MS)
      return refusal(429, 21_611, "This 'From' number has exceeded the maximum number of queued messages");
    const waitMs = most === Infinity ? 0 : pace.waitMs('queue', segments, 1000 / most);
    const message = { sid: sid('SM'), text: of('Body'), statusCallback: of('StatusCallback') };
    if (waitMs === 0) bring(to, message);
    else pending.add(sleep(waitMs, undefined, { signal: closing.signal }).then(() => bring(to, message)));
    const body = { sid: message.sid, status: 'queued', num_segments: String(segments) };
    return { status: 201, body };
  }

  /** A message leaves the queue and reaches the phone. */
  function bring(to: SmsPhone, message: ReceivedSms): void {
    addLatest(to.inbox, message);
    to.holder?.(message);
    if (world.tells) pending.add(deliverParts(to, message));
  }

  function keepMedia(mime: string, bytes: Buffer): string {
    const path = `${BASE}/Messages/${sid('MM')}/Media/${sid('ME')}`;
    setLatest(media, path, { mime, bytes });
    return standIn.origin + path;
  }

  return {
    /** Replaces https://api.twilio.com. */
    url: standIn.origin,
    authToken,
    ...OWN,
    world,
    faults: standIn.faults,
    deliver,
    /** Stores a picture, and returns its address. */
    keepMedia,
    phone(number: string): SmsPhone {
      const phone =
        phones.get(number) ?? createSmsPhone(number, { account: OWN, place: world, deliver, keepMedia });
      phones.set(number, phone);
      return phone;
    },
    async close(): Promise<void> {
      closing.abort();
      await standIn.close();
      await pending.all();
    },
  };
}

async function deliverParts(to: SmsPhone, message: ReceivedSms): Promise<void> {
  await to.tell(message, 'sent');
  if (!to.holder) await to.tell(message, 'delivered');
}

function refusalOf(of: (name: string) => string, to: SmsPhone | undefined): StandInAnswer | undefined {
  if (of('From') !== OWN.number)
    return refusal(400, 21_660, 'Mismatch between the From number and the account');
  if (to?.state.isStopped) return refusal(400, 21_610, 'Attempt to send to unsubscribed recipient');
  if (of('Body').length > 1600)
    return refusal(400, 21_617, 'The concatenated message body exceeds 1600 characters');
  return undefined;
}

const numbers = (asked: string | null): StandInAnswer => ({
  status: 200,
  body: { incoming_phone_numbers: asked === OWN.number ? [{ phone_number: OWN.number }] : [] },
});

const refusal = (status: number, code: number, message: string): StandInAnswer => ({
  status,
  body: { code, message, status, more_info: `https://www.twilio.com/docs/errors/${code}` },
});
