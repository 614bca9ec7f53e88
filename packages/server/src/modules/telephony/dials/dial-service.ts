import { randomUUID } from 'node:crypto';
import {
  toDialableNumber,
  Media,
  type BodyOf,
  type DialOutcome,
  type PhoneDial,
  type readOwnPhoneCall,
  type ResponseOf,
  type startPhoneCall,
  type Ticket,
} from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { CallRecords, PhoneDials } from '#modules/calls';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import { byUser, type Tickets } from '#modules/tickets';
import { sendOnce } from '../ami/ask-once.ts';
import { AmiError } from '../ami/errors.ts';
import type { AmiAction } from '../ami/message.ts';
import { findCurrentCallOf, insertPhoneCall } from '../records/call-store.ts';
import type { DialEnds } from './dial-ends.ts';
import * as store from './dial-store.ts';
import type { DialRow } from './dial-store.ts';
import type { GatewayRow } from '../gateways/gateway-store.ts';
import type { Gateways } from '../gateways/gateways-service.ts';

type Body = BodyOf<typeof startPhoneCall>;
type DialStart = { gateway: GatewayRow; ticket: Ticket | undefined; body: Body };
type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  gateways: Gateways;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  records: CallRecords;
  ends: DialEnds;
};

/** How long the user's own phone rings. */
const RINGS_SECONDS = 25;
/** By then the gateway has reported the outcome, if it ever does. */
const SAYS_WITHIN_MS = 45_000;
/** A dialled call without any report for this long does not prevent the next. */
const LOST_AFTER_MS = 3 * 60_000;

/** Calls that users dial on the screen: their own phone rings first, then the number is called. */
export type DialService = Omit<PhoneDials, 'find'> & {
  find(callId: number): Promise<PhoneDial | undefined>;
  /**
   * The same key makes one call, and returns its state. @throws AppError `no_telephone`: they have no phone; `in_a_call`: it is
   * in use; `no_gateway`: there is none
   */
  start(viewer: Viewer, body: Body): Promise<PhoneDial>;
  /** The call that the viewer's phone is in; null for none. */
  own(viewer: Viewer): Promise<ResponseOf<typeof readOwnPhoneCall>['data']>;
};

export function createOutgoingCalls(deps: Deps): DialService {
  const { db, clock, jobs, gateways, customers, tickets, conversations, records, ends } = deps;
  jobs.define('phone:dial-late', ({ call_id: callId }: { call_id: number }) =>
    ends.settle(callId, 'unknown', { isOnlyIf: 'ringing_you' }),
  );

  /** The gateway of the ticket's department if there is one, preferably one that is connected. */
  async function gatewayFor(departmentId: number | undefined): Promise<GatewayRow> {
    const active = (await gateways.rows()).filter((row) => row.is_active);
    const own = active.filter((row) => row.department_id === departmentId);
    const all = [...own, ...active];
    const row = all.find(({ state }) => state === 'ok') ?? all[0];
    if (!row) throw new AppError('no_gateway');
    return row;
  }

  async function demandCustomer(tx: Tx, viewer: Viewer, id: number): Promise<void> {
    const isThere =
      allows(viewer, 'CUSTOMERS:VIEW') && (await customers.read(tx.q, id).catch(() => undefined));
    if (!isThere)
      throw new AppError('invalid_reference', [{ path: 'customer_id', message: 'Unknown customer' }]);
  }

  /** Writes the call's record before any phone rings; what the gateway reports is applied to it. */
  async function begin(tx: Tx, viewer: Viewer, { gateway, ticket, body }: DialStart): Promise<DialRow> {
    const name = `trunkline-dial-${randomUUID()}`;
    const owner = ticket ? await onTicket(tx, viewer, { gateway, ticket, name }) : NO_TICKET;
    const row = await records.insert(tx.q, {
      direction: 'outbound',
      media_id: Media.voiceCall,
      kind: 'voice',
      state: 'ringing',
      user_id: viewer.id,
      started_at: clock.now(),
      answered_at: null,
      ended_at: null,
      end_reason: null,
      ...owner,
      customer_id: ticket?.customer_id ?? body.customer_id ?? null,
    });
    await insertPhoneCall(tx.q, row.id, {
      gateway_id: gateway.id,
      linked: [name],
      number: body.number,
      dialled: body.number,
      queue: '',
      ivr_keypress: '',
      cause: null,
      counted_at: new Date(row.started_at),
      is_offered: false,
      waited_until: null,
      first_queue: '',
      ended_by: null,
      told: NOTHING_TOLD,
    });
    const { client_key } = body;
    await store.insertDial(tx.q, { call_id: row.id, user_id: viewer.id, client_key, name });
    await records.started(tx, row, byUser(viewer));
    const runAt = new Date(clock.now().getTime() + SAYS_WITHIN_MS);
    await tx.enqueue('phone:dial-late', { call_id: row.id }, { runAt });
    return found(await store.findDial(tx.q, { call_id: row.id }));
  }

  async function onTicket(
    tx: Tx,
    viewer: Viewer,
    { gateway, ticket, name }: { gateway: GatewayRow; ticket: Ticket; name: string },
  ) {
    const conversation = await conversations.attach(tx, ticket, {
      accountId: gateway.id,
      media_id: Media.voiceCall,
      address: name,
      agent_id: viewer.id,
    });
    return { ticket_id: ticket.id, conversation_id: conversation.id };
  }

  async function open(tx: Tx, viewer: Viewer, body: Body): Promise<{ dial: DialRow; gateway?: GatewayRow }> {
    const ticket =
      body.ticket_id === undefined ? undefined : await tickets.lockVisible(tx, viewer, body.ticket_id);
    if (body.customer_id !== undefined) await demandCustomer(tx, viewer, body.customer_id);
    const extension = await store.lockPhoneOf(tx.q, viewer.id);
    const known = await store.findDial(tx.q, { user_id: viewer.id, client_key: body.client_key });
    if (known) return { dial: known };
    if (extension === '') throw new AppError('no_telephone');
    if (await store.isAtPhone(tx.q, viewer.id, new Date(clock.now().getTime() - LOST_AFTER_MS)))
      throw new AppError('in_a_call');
    const gateway = await gatewayFor(ticket?.department_id);
    const dial = await begin(tx, viewer, { gateway, ticket, body });
    return { dial, gateway };
  }

  async function ask(gateway: GatewayRow, dial: DialRow): Promise<void> {
    try {
      await sendOnce(gateways.address(gateway), originate(dial));
    } catch (error) {
      if (!(error instanceof AmiError)) throw error;
      const outcome = REFUSALS[error.errorCode];
      if (outcome) await ends.settle(dial.call_id, outcome);
    }
  }

  /** The call for the viewer: without its ticket if they may not see that, as after a transfer. */
  async function seenCall(
    viewer: Viewer,
    { id: call_id, ticket_id }: { id: number; ticket_id: number | null },
  ) {
    const ticket =
      ticket_id === null || !allows(viewer, 'TICKETS:VIEW')
        ? undefined
        : await tickets.get(viewer, ticket_id).catch(() => undefined);
    return { call_id, ticket_id: ticket?.id ?? null };
  }

  return {
    async start(viewer, body) {
      const number = toDialableNumber(body.number);
      if (number === null)
        throw new AppError('invalid', [{ path: 'number', message: 'Not a valid phone number' }]);
      const { dial, gateway } = await db.transaction((tx) => open(tx, viewer, { ...body, number }));
      if (gateway) await ask(gateway, dial);
      return store.toDial(found(await store.findDial(db.q, { call_id: dial.call_id })));
    },

    async begin(tx, viewer, body) {
      const { dial, gateway } = await open(tx, viewer, body);
      // Their page did not dial, so it is told which call the phone rings for.
      tx.emit('phone-dial-changed', store.toDial(dial), [`user:${viewer.id}`]);
      return {
        call_id: dial.call_id,
        ask: () => (gateway ? ask(gateway, dial) : Promise.resolve()),
      };
    },
    onChange: ends.onChange,
    accountFor: async (departmentId) => (await gatewayFor(departmentId)).id,
    async find(callId) {
      const row = await store.findDial(db.q, { call_id: callId });
      return row && store.toDial(row);
    },

    async own(viewer) {
      const { id } = viewer;
      const [extension, rows, call, current] = await Promise.all([
        store.findExtension(db.q, id),
        gateways.rows(),
        store.findLatestDial(db.q, id),
        findCurrentCallOf(db.q, id),
      ]);
      const canCall = extension !== '' && rows.some((row) => row.is_active);
      return {
        can_call: canCall,
        call: call ? store.toDial(call) : null,
        current: current ? await seenCall(viewer, current) : null,
      };
    },
  };
}

/** Outcomes for errors in which the call was certainly not made. After all other errors the phone may ring. */
const REFUSALS: Partial<Record<AmiError['errorCode'], DialOutcome>> = {
  unreachable: 'gateway_unreachable',
  refused: 'gateway_unreachable',
  failed: 'gateway_refused',
};
const NO_TICKET = { ticket_id: null, conversation_id: null };
const NOTHING_TOLD = {
  menu: null,
  message: null,
  wish: null,
  queues: [],
  rings: [],
  talks: [],
  holds: [],
  transfers: [],
};

/** The user's phone shows the name of whom they call, and their own number, as the other side sees it. */
const originate = ({ name, number, extension, caller_number: shown }: DialRow): AmiAction => ({
  Action: 'Originate',
  ActionID: name,
  ChannelId: name,
  Channel: `PJSIP/${extension}`,
  Async: 'true',
  Context: 'from-internal',
  Exten: number,
  Priority: '1',
  Timeout: String(RINGS_SECONDS * 1000),
  CallerID: `"${number}" <${extension}>`,
  // For the dial plan, which sets the outgoing number (deploy/asterisk/extensions.conf).
  Variable: ['__CALL_DIRECTION=out', `__CALLER_NUMBER=${toDialableNumber(shown) ?? ''}`],
});
