import type { ProviderEvent } from '../providers/provider.ts';
import { editedTextOf, customerContentOf } from './content.ts';
import { faultOfWhatsapp } from './faults.ts';
import { businessEventsOf, accountNoticeOf, failureText } from './business-events.ts';
import {
  whatsappCall as callShape,
  whatsappDelivery,
  whatsappMessage as messageShape,
  whatsappStatus as statusShape,
  type WhatsappMessage,
  type WhatsappValue,
} from './payload.ts';

type Names = ReadonlyMap<string, string>;

/** The events of a delivery of the Cloud API, in order: messages, and states of ours. */
export function readDelivery(body: Buffer): ProviderEvent[] {
  const { entry } = whatsappDelivery.parse(JSON.parse(body.toString('utf8')));
  return entry.flatMap(({ id: business, changes }) =>
    changes.flatMap(({ field, value }) => {
      const account = value.metadata?.phone_number_id;
      const facts = account === undefined ? [] : eventsOf(account, value);
      // Changes without messages are about the business, or unknown.
      return facts.length > 0 ? facts : businessEventsOf({ business, account, field, value });
    }),
  );
}

function eventsOf(account: string, value: WhatsappValue): ProviderEvent[] {
  const names = new Map(
    value.contacts.flatMap(({ wa_id: number, user_id: id, profile }) => {
      const name = profile.name || profile.username;
      return [number, id].map((address) => [address, name] as const);
    }),
  );
  return [
    ...value.messages.flatMap((one) => readMessage(account, one, names)),
    ...value.message_echoes.flatMap((one) => readEcho(account, one)),
    ...value.statuses.flatMap((one) => statusOf(account, one)),
    ...value.calls.flatMap((one) => callOf(account, one, names)),
  ];
}

function readMessage(account: string, given: unknown, names: Names): ProviderEvent[] {
  const read = messageShape.safeParse(given);
  // A message without id or sender cannot be assigned to a customer.
  if (!read.success) return [lostMessage(account, 'message without id')];
  const one = read.data;
  const address = one.from || one.from_user_id;
  const at = dateOf(one.timestamp);
  const since = windowStartOf(account, one, at);
  if (since) return since;
  if (address === '') return [lostMessage(account, 'message without sender')];
  return [
    {
      account,
      providerId: one.id,
      type: 'message',
      from: personOf(address, one.from, names),
      at,
      answers: one.context?.id,
      ...customerContentOf(one),
      newPhone: newPhoneOf(one),
    },
  ];
}

const lostMessage = (account: string, named: string): ProviderEvent => ({
  ...accountNoticeOf(account, named),
  isMessage: true,
});

/** The new number: `wa_id` now, `new_wa_id` in older versions. */
const NUMBER_CHANGED = new Set(['user_changed_number', 'customer_changed_number']);

function newPhoneOf({ system, from }: WhatsappMessage): string | undefined {
  if (!system?.type || !NUMBER_CHANGED.has(system.type)) return undefined;
  const number = (system.wa_id || system.new_wa_id || '').replace(/^\+/, '');
  return /^\d{7,15}$/.test(number) && number !== from ? `+${number}` : undefined;
}

function personOf(address: string, number: string, names: Names) {
  const phone = number === '' ? undefined : `+${number.replace(/^\+/, '')}`;
  return { address, name: names.get(address) || (phone ?? address), phone };
}

/** A reaction, edit or deletion of an earlier message; undefined for a message. */
function windowStartOf(
  account: string,
  { reaction, edit, revoke, from, from_user_id }: WhatsappMessage,
  date: Date,
): ProviderEvent[] | undefined {
  const at = date.toISOString();
  if (reaction)
    return [
      {
        account,
        providerId: reaction.message_id,
        type: 'reaction',
        emoji: reaction.emoji,
        at,
        from: from || from_user_id,
      },
    ];
  if (revoke) return [{ account, providerId: revoke.original_message_id, type: 'deleted', at }];
  if (!edit) return undefined;
  const text = editedTextOf(edit.message);
  // An edit without a text leaves the old one.
  if (text === undefined) return [accountNoticeOf(account, 'edit without words')];
  return [{ account, providerId: edit.original_message_id, type: 'edited', text, at }];
}

/** A message that an agent wrote in the WhatsApp Business app, where the number is used in both. */
function readEcho(account: string, given: unknown): ProviderEvent[] {
  const read = messageShape.safeParse(given);
  const to = read.data?.to || read.data?.to_user_id;
  if (!read.success || !to) return [accountNoticeOf(account, 'echo to nobody')];
  const one = read.data;
  const at = dateOf(one.timestamp);
  const since = windowStartOf(account, one, at);
  if (since) return since.map((fact) => ({ ...fact, isOwn: true }));
  return [{ account, providerId: one.id, type: 'echo', to, at, mark: undefined, ...customerContentOf(one) }];
}

/** Calls cannot be answered here: one entry is made on the ticket. */
function callOf(account: string, given: unknown, names: Names): ProviderEvent[] {
  const read = callShape.safeParse(given);
  const address = read.data?.from || read.data?.from_user_id;
  if (!read.success || !address || read.data.direction === 'BUSINESS_INITIATED')
    return [accountNoticeOf(account, 'call')];
  const { id: providerId, from, timestamp } = read.data;
  const person = personOf(address, from, names);
  const extra = { kind: 'unknown' as const, named: 'call' };
  const at = dateOf(timestamp);
  return [
    {
      account,
      providerId,
      type: 'message',
      from: person,
      at,
      answers: undefined,
      text: '',
      extra,
      media: [],
    },
  ];
}

const STATES: Record<string, 'sent' | 'delivered' | 'read' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  // `played`: a voice message was listened to.
  played: 'read',
  failed: 'failed',
};

function statusOf(account: string, given: unknown): ProviderEvent[] {
  const read = statusShape.safeParse(given);
  const state = read.success ? STATES[read.data.status] : undefined;
  if (!read.success || !state) return [accountNoticeOf(account, `status ${read.data?.status ?? ''}`)];
  const { id, biz_opaque_callback_data: mark, errors } = read.data;
  const error = errors?.[0];
  return [
    {
      account,
      providerId: id,
      type: 'status',
      mark,
      state,
      fault: error ? faultOfWhatsapp(error.code, 0).fault : null,
      said: error ? failureText(error) : '',
    },
  ];
}

/** Seconds since 1970, as text; an invalid or future time is replaced by the time of reading. */
function dateOf(seconds: string): Date {
  const now = new Date();
  const date = /^\d{1,10}$/.test(seconds) ? new Date(Number(seconds) * 1000) : now;
  return date > now ? now : date;
}
