import type { NumberedPayload } from '@trunkline/contract';
import { extensionOfChannel, type GatewayCallEvent, type GatewayLeg } from '../calls/gateway-call-event.ts';
import type { PhoneCall } from '../calls/call.ts';
import { phonesRungInVain } from '../calls/phone-call-state.ts';
import type { PhoneCallRow } from './call-store.ts';

type Names =
  | 'agent-called-event'
  | 'agent-connect-event'
  | 'agent-complete-event'
  | 'bridge-enter-event'
  | 'hangup-event'
  | 'phone-hold-changed'
  | 'phone-ring-taken'
  | 'phone-rings'
  | 'transfercall-event';
/** `extensions`: the phones whose owners get the event. */
export type PhoneOwnerEvent = {
  [N in Names]: { name: N; payload: NumberedPayload<N>; extensions: string[] };
}[Names];

/** The event for the phones' owners (section 7) that follows from a happening; undefined for most. Pure. */
export function phoneOwnerEventOf(
  happening: GatewayCallEvent,
  call: PhoneCall,
  record: PhoneCallRow | undefined,
): PhoneOwnerEvent | undefined {
  const common = {
    eventtime: new Date(happening.at).toISOString(),
    uniqueid: happening.leg.id,
    call_id: record?.id ?? null,
    ticket_id: record?.ticket_id ?? null,
    customer_id: record?.customer_id ?? null,
    ticket_media_id: record?.media_id ?? null,
  };
  if ('agent' in happening) return ofAgent(happening, call, common);
  return ofLeg(happening, call, common);
}

type Common = Pick<
  NumberedPayload<'hangup-event'>,
  'eventtime' | 'uniqueid' | 'call_id' | 'ticket_id' | 'customer_id' | 'ticket_media_id'
>;

const partiesOf = (call: PhoneCall, extension: string, client: GatewayLeg, agent: string) => ({
  extension,
  contact_number: call.number,
  channel_client: client.channel,
  channel_agent: agent,
  ivr_keypress: call.menu?.keypress ?? '',
});

function ofAgent(
  { kind, extension, agent, leg }: Extract<GatewayCallEvent, { agent: GatewayLeg }>,
  call: PhoneCall,
  common: Common,
): PhoneOwnerEvent | undefined {
  const parties = partiesOf(call, extension, leg, agent.channel);
  const extensions = [extension];
  if (kind === 'called')
    return {
      name: 'agent-called-event',
      payload: { event: 'AgentCalled', ...common, ...parties },
      extensions,
    };
  if (kind === 'connected')
    return {
      name: 'agent-connect-event',
      payload: { event: 'AgentConnect', ...common, ...parties },
      extensions,
    };
  // Nobody answered: the end of that phone is reported as `hangup-event`.
  return undefined;
}

const isOurs = (leg: GatewayLeg, { phones }: PhoneCall): boolean =>
  phones.some(({ legId }) => legId === leg.id);

/** The extensions that talk at this moment. */
function talkingAt({ talks }: PhoneCall, at: number): string[] {
  const all = talks.filter(({ to }) => to === null || to >= at);
  return [...new Set(all.map(({ extension }) => extension))];
}

/** A hold by one of our phones was pressed by its owner. */
function ofHold(
  { kind, leg, at }: GatewayCallEvent,
  call: PhoneCall,
  { eventtime, uniqueid, call_id }: Common,
): PhoneOwnerEvent | undefined {
  if ((kind !== 'held' && kind !== 'resumed') || isOurs(leg, call)) return undefined;
  const payload = { eventtime, uniqueid, call_id, is_held: kind === 'held' };
  return { name: 'phone-hold-changed', payload, extensions: talkingAt(call, at) };
}

/** Only for calls from outside, because for calls between colleagues the phone itself shows everything. */
function ofRing(
  { leg, at }: GatewayCallEvent,
  call: PhoneCall,
  { eventtime, uniqueid, call_id, ticket_id, customer_id }: Common,
): PhoneOwnerEvent | undefined {
  // A Local channel rings together with the phone that it leads to.
  const isPhone = isOurs(leg, call) && !leg.channel.startsWith('Local/');
  if (call.direction !== 'in' || !isPhone) return undefined;
  const own = extensionOfChannel(leg.channel);
  const stay = call.queues.findLast(({ from, to }) => from <= at && (to === null || to >= at));
  const isTransferred = call.transfers.some((transfer) => transfer.at <= at);
  const before = isTransferred ? call.talks.findLast(({ from }) => from <= at)?.extension : undefined;
  const payload = {
    eventtime,
    uniqueid,
    call_id,
    ticket_id,
    customer_id,
    contact_number: call.number,
    queue: stay?.queue ?? '',
    // A page that was loaded anew gets its own call back by a transfer.
    transferred_by: before === undefined || before === own ? '' : before,
  };
  return { name: 'phone-rings', payload, extensions: [own] };
}

function ofLeg(happening: GatewayCallEvent, call: PhoneCall, common: Common): PhoneOwnerEvent | undefined {
  const { leg } = happening;
  const { channel, context } = leg;
  const own = extensionOfChannel(channel);
  const isClient = !isOurs(leg, call);
  const talking = talkingAt(call, happening.at);
  switch (happening.kind) {
    case 'completed':
      return ofCompleted(happening, call, common);
    case 'bridged': {
      const event = isClient ? 'BridgeEnterClient' : 'BridgeEnter';
      const { eventtime, uniqueid } = common;
      const payload = { event, eventtime, uniqueid, channel, context } as const;
      return { name: 'bridge-enter-event', payload, extensions: isClient ? talking : [own] };
    }
    case 'over': {
      const payload = { event: 'Hangup', ...common, channel, context } as const;
      return { name: 'hangup-event', payload, extensions: isClient ? talking : [own] };
    }
    case 'transferred': {
      const event = happening.isAttended ? 'AttendedTransfer' : 'BlindTransfer';
      const payload = { event, ...common, extension: happening.to } as const;
      return { name: 'transfercall-event', payload, extensions: [...new Set([...talking, happening.to])] };
    }
    case 'ringing':
      return ofRing(happening, call, common);
    default:
      return ofHold(happening, call, common);
  }
}

function ofCompleted(
  { extension, channel, leg }: Extract<GatewayCallEvent, { kind: 'completed' }>,
  call: PhoneCall,
  common: Common,
): PhoneOwnerEvent {
  const known = call.phones.findLast((phone) => phone.extension === extension)?.channel ?? '';
  const parties = partiesOf(call, extension, leg, channel || known);
  const payload = { event: 'AgentComplete', ...common, ...parties } as const;
  return { name: 'agent-complete-event', payload, extensions: [extension] };
}

/** Tells those whose phones rang too that another one was connected; `taken_by` is its extension. */
export function ringTakenEventOf(
  happening: GatewayCallEvent,
  call: PhoneCall,
  callId: number | null,
): Extract<PhoneOwnerEvent, { name: 'phone-ring-taken' }> | undefined {
  if (happening.kind !== 'connected') return undefined;
  const extensions = phonesRungInVain(call, happening.extension, happening.at);
  if (extensions.length === 0) return undefined;
  const payload = {
    eventtime: new Date(happening.at).toISOString(),
    uniqueid: happening.leg.id,
    call_id: callId,
    contact_number: call.number,
    taken_by: happening.extension,
  };
  return { name: 'phone-ring-taken', payload, extensions };
}
