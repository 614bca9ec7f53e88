import { randomBytes } from 'node:crypto';
import { publicUrlOf, type Deliver, type PostedFields, type DeliveryTarget } from './deliver.ts';

/** A text message on the customer's phone. */
export type ReceivedSms = { sid: string; text: string; statusCallback: string };
export type SmsPhone = ReturnType<typeof createSmsPhone>;
export type TwilioAccount = { accountSid: string; number: string };
type PhoneDeps = {
  account: TwilioAccount;
  place: DeliveryTarget & { handlesStop: boolean };
  deliver: Deliver;
  /** Stores a picture, and returns its address. */
  keepMedia: (mime: string, bytes: Buffer) => string;
};

const STOP = /^\s*(stop|stopall|unsubscribe|cancel|end|quit)\s*$/i;
const START = /^\s*(start|unstop|yes)\s*$/i;

export const sid = (kind: string): string => `${kind}${randomBytes(16).toString('hex')}`;

/** A customer's phone that receives text messages. */
export function createSmsPhone(number: string, { account, place, deliver, keepMedia }: PhoneDeps) {
  const state = { isStopped: false };

  async function send(text: string, more: PostedFields = {}): Promise<string> {
    const id = more['MessageSid'] ?? sid('SM');
    if (place.handlesStop && STOP.test(text)) state.isStopped = true;
    if (START.test(text)) state.isStopped = false;
    await deliver(publicUrlOf(place), {
      MessageSid: id,
      SmsSid: id,
      SmsMessageSid: id,
      AccountSid: account.accountSid,
      From: number,
      To: account.number,
      Body: text,
      NumMedia: '0',
      NumSegments: '1',
      SmsStatus: 'received',
      ...more,
    });
    return id;
  }

  return {
    number,
    state,
    /** Received messages, oldest first. */
    inbox: [] as ReceivedSms[],
    /** Gets each received message. While it is set, the delivery is left to it to report. */
    holder: undefined as ((message: ReceivedSms) => void) | undefined,
    send,
    sendPicture: (mime: string, bytes: Buffer, text = ''): Promise<string> =>
      send(text, {
        MessageSid: sid('MM'),
        NumMedia: '1',
        MediaUrl0: keepMedia(mime, bytes),
        MediaContentType0: mime,
      }),
    /** Reports the delivery status of a received message. */
    tell: (message: ReceivedSms, status: string, errorCode?: number): Promise<number> =>
      deliver(message.statusCallback, {
        MessageSid: message.sid,
        SmsSid: message.sid,
        MessageStatus: status,
        SmsStatus: status,
        AccountSid: account.accountSid,
        From: account.number,
        To: number,
        ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
      }),
  };
}
