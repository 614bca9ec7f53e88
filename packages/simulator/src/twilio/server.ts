import { randomBytes } from 'node:crypto';
import { atOnce } from '../carry.ts';
import { startStandIn, type Answer, type Asked } from '../http-stand-in.ts';
import { createDeliver } from './deliver.ts';
import { createSmsPhone, sid, type Account, type ReceivedSms, type SmsPhone } from './phone.ts';

export type Twilio = Awaited<ReturnType<typeof startTwilio>>;

const OWN: Account = { accountSid: `AC${'1'.repeat(32)}`, number: '+622150905678' };
const BASE = `/2010-04-01/Accounts/${OWN.accountSid}`;

/** A stand-in for Twilio's REST interface with one number, on loopback: signatures, states, opt-outs and faults. */
export async function startTwilio() {
  const authToken = randomBytes(16).toString('hex');
  const world = {
    webhook: '',
    publicUrl: '',
    tells: true,
    isTokenGood: true,
    handlesStop: true,
    carry: atOnce,
  };
  const phones = new Map<string, SmsPhone>();
  const media = new Map<string, { mime: string; bytes: Buffer }>();
  const working: Promise<unknown>[] = [];
  const deliver = createDeliver(authToken, world);
  const standIn = await startStandIn((asked) => Promise.resolve(answer(asked)));

  function answer(asked: Asked): Answer {
    const lies = media.get(asked.path.replace('/cdn/', '/'));
    if (lies && asked.path.startsWith('/cdn/'))
      return { status: 200, bytes: lies.bytes, headers: { 'content-type': lies.mime } };
    const basic = `Basic ${Buffer.from(`${OWN.accountSid}:${authToken}`).toString('base64')}`;
    if (asked.headers.authorization !== basic || !world.isTokenGood)
      return refusal(401, 20_003, 'Authenticate');
    if (lies) return { status: 302, headers: { location: `${standIn.origin}/cdn${asked.path}` } };
    if (asked.path === `${BASE}/Messages.json`) return take(new URLSearchParams(asked.body.toString('utf8')));
    return asked.path.startsWith(`${BASE}/IncomingPhoneNumbers.json`)
      ? numbers(new URL(asked.path, standIn.origin).searchParams.get('PhoneNumber'))
      : refusal(404, 20_404, 'The requested resource was not found');
  }

  function take(form: URLSearchParams): Answer {
    const of = (name: string) => form.get(name) ?? '';
    const to = phones.get(of('To'));
    const wrong = refusalOf(of, to);
    if (wrong || !to) return wrong ?? refusal(400, 21_211, `The 'To' number ${of('To')} is not valid`);
    const message = { sid: sid('SM'), text: of('Body'), statusCallback: of('StatusCallback') };
    to.inbox.push(message);
    to.holder?.(message);
    if (world.tells) working.push(tellAll(to, message).catch(() => {}));
    return { status: 201, body: { sid: message.sid, status: 'queued', num_segments: '1' } };
  }

  function keepMedia(mime: string, bytes: Buffer): string {
    const path = `${BASE}/Messages/${sid('MM')}/Media/${sid('ME')}`;
    media.set(path, { mime, bytes });
    return standIn.origin + path;
  }

  return {
    /** What stands for https://api.twilio.com. */
    url: standIn.origin,
    authToken,
    ...OWN,
    world,
    faults: standIn.faults,
    deliver,
    phone(number: string): SmsPhone {
      const phone =
        phones.get(number) ?? createSmsPhone(number, { account: OWN, place: world, deliver, keepMedia });
      phones.set(number, phone);
      return phone;
    },
    async close(): Promise<void> {
      await standIn.close();
      await Promise.all(working);
    },
  };
}

async function tellAll(to: SmsPhone, message: ReceivedSms): Promise<void> {
  await to.tell(message, 'sent');
  if (!to.holder) await to.tell(message, 'delivered');
}

function refusalOf(of: (name: string) => string, to: SmsPhone | undefined): Answer | undefined {
  if (of('From') !== OWN.number)
    return refusal(400, 21_660, 'Mismatch between the From number and the account');
  if (to?.state.isStopped) return refusal(400, 21_610, 'Attempt to send to unsubscribed recipient');
  if (of('Body').length > 1600)
    return refusal(400, 21_617, 'The concatenated message body exceeds 1600 characters');
  return undefined;
}

const numbers = (asked: string | null): Answer => ({
  status: 200,
  body: { incoming_phone_numbers: asked === OWN.number ? [{ phone_number: OWN.number }] : [] },
});

const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, status, more_info: `https://www.twilio.com/docs/errors/${code}` },
});
