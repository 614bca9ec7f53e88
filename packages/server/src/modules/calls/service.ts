import { randomUUID } from 'node:crypto';
import type { CallKind, listTicketCalls, ResponseOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import { mergeParticipantOf, type Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { byUser, type Tickets } from '#modules/tickets';
import { createAfterCalls } from './after-calls/after-call-service.ts';
import { createCallBacks } from './call-backs/call-back-service.ts';
import type { Calls } from './calls.ts';
import { renameInCalls } from './erasing.ts';
import { createHold } from './hold/hold.ts';
import { createCustomerJoining } from './lifecycle/customer-joining.ts';
import { createCallStart } from './lifecycle/call-start.ts';
import type { CallDesk } from './lifecycle/call-desk.ts';
import type { CallLifecycle } from './lifecycle/call-lifecycle.ts';
import { createCallOnTicket } from './lifecycle/call-on-ticket.ts';
import * as store from './lifecycle/call-store.ts';
import { createCallView } from './lifecycle/call-view.ts';
import type { CallCarrier } from './lifecycle/carrier.ts';
import { moveCallsOnMerge } from './lifecycle/on-merge.ts';
import type { CallListener } from './lifecycle/call-listener.ts';
import { createCallLeaving } from './lifecycle/call-leaving.ts';
import { createOwnCall } from './lifecycle/own-call.ts';
import type { CallPhones } from './lifecycle/phones.ts';
import { createCallPickup } from './lifecycle/call-pickup.ts';
import { createRatings } from './lifecycle/ratings.ts';
import { createCallRecords } from './lifecycle/records.ts';
import { createRinging } from './lifecycle/ringing.ts';
import { createRecordings } from './recordings/recordings-service.ts';
import { createEscorts, type EscortCarriers, type Escorts } from './supervision/escorts.ts';
import { createSupervision } from './supervision/supervision.ts';
import { callsInDepartmentMerge } from './transfers/department-merge.ts';
import { createParticipants } from './transfers/participants.ts';
import { createInvitations } from './transfers/invitations.ts';
import * as moves from './transfers/move-store.ts';
import { createTransfers } from './transfers/transfers.ts';

type Deps = Platform & {
  settings: Settings;
  auth: Auth;
  agents: Agents;
  customers: Pick<Customers, 'merging' | 'erasing' | 'packages'>;
  tickets: Tickets;
  conversations: Conversations;
  /** Where recordings are; empty where that is on another machine. */
  recordingsFolder: string;
};
type CallResult = { success: boolean; message: string };

/** The state of every call, and what its people may do. The registered carrier transports voice and video. */
export function createCalls(deps: Deps): Calls {
  const { db, clock, customers, tickets, conversations } = deps;
  customers.merging.registerOwned(mergeParticipantOf('calls'));
  tickets.relations.onMerge(moveCallsOnMerge);
  deps.settings.departments.register(callsInDepartmentMerge);
  deps.agents.onLeaving({ count: store.countCallsOf });
  deps.agents.onRename(renameInCalls);
  const { get: carrier, register } = createRegistration<CallCarrier>('what carries calls');
  const phones = createRegistration<CallPhones>('telephones');
  const recordings = createRecordings({ ...deps, carrier, folder: deps.recordingsFolder });
  const view = createCallView({ ...deps, carrier, recordings });
  const records = createCallRecords(deps);
  const onTicket = createCallOnTicket({ ...deps, records });
  const ringing = createRinging({ ...deps, emitCall: view.emitCall });
  const participants = createParticipants({ ...deps, recordings });
  const listeners: CallListener[] = [];
  const supervision = createSupervision(deps);
  const escorts = {
    room: createRegistration<Escorts>('supervisors on calls in rooms'),
    telephone: createRegistration<Escorts>('supervisors on telephone calls'),
  } satisfies Record<keyof EscortCarriers, unknown>;
  const parts = { ...deps, carrier, recordings, view, onTicket, ringing, participants, listeners };
  const invitations = createInvitations(parts);
  const leaving = createCallLeaving({ ...parts, invitations });
  const pickingUp = createCallPickup({ ...parts, invitations, leaving });
  const hold = createHold(parts);
  const transfers = createTransfers({ ...parts, invitations, leaving });

  recordings.onChange((id) =>
    db.transaction(async (tx) => {
      const call = await store.findCall(tx.q, { id });
      if (!call) return;
      await view.emitCall(tx, call);
      await participants.emitParticipants(tx, call);
    }),
  );

  async function hangUp(viewer: Viewer, roomName: string): Promise<CallResult> {
    return db.transaction(async (tx) => {
      const call = await onTicket.lock(tx, { room_name: roomName });
      if (!call) return { success: false, message: 'This call does not exist' };
      if (call.state === 'ended') return { success: false, message: 'Meeting has ended' };
      if (!(await moves.findAgent(tx.q, call.id, viewer.id))) {
        return { success: false, message: 'This is not your call' };
      }
      await leaving.leave(tx, call, viewer.id, { reason: 'hung_up', author: byUser(viewer) });
      return { success: true, message: 'Call ended successfully' };
    });
  }

  async function ofTicket(
    viewer: Viewer,
    ticketId: number,
  ): Promise<ResponseOf<typeof listTicketCalls>['data']> {
    await tickets.get(viewer, ticketId);
    const calls = await store.listOfTicket(db.q, ticketId);
    const recorded = await recordings.ofCalls(calls.map(({ id }) => id));
    return Promise.all(
      calls.map(async (call) => ({
        ...(await view.toCall(db.q, call)),
        recordings: recorded.filter((each) => each.call_id === call.id),
      })),
    );
  }

  const lifecycle: CallLifecycle = {
    find: store.findCall,
    findOfVisitor: store.findOfVisitor,
    listOn: store.listOpenRoomCalls,
    people: {
      came: store.insertPerson,
      left: store.markPersonLeft,
      list: store.listPeople,
      find: store.findCallPerson,
    },
    agents: { list: moves.listAgents, find: moves.findAgent },
    lock: onTicket.lock,
    mediaOf: async (kind: CallKind) => (await carrier().startsOn(kind)).media_id,
    newRoomName: () => randomUUID(),
    ...createCallStart(parts),
    arrived: createCustomerJoining(parts),
    customerPolled: (call) => store.markCustomerPageSeen(db.q, call.id, clock.now()),
    leave: leaving.leave,
    end: leaving.end,
    rate: createRatings(parts).rate,
    follow: (follower) => void listeners.push(follower),
    joinCredentialsOf: view.joinCredentialsOf,
    waitOf: transfers.waitOf,
  };
  const desk: CallDesk = {
    pickUp: pickingUp.pickUp,
    hangUp,
    own: createOwnCall(parts),
    ofTicket,
    participants: participants.ofCall,
    colleagues: participants.colleagues,
    ask: invitations.ask,
    cancel: invitations.cancel,
    endMissed: invitations.endMissed,
    endInvitationsFor: invitations.endFor,
    transfer: transfers.transfer,
    hold: hold.hold,
    enforceHold: hold.enforce,
    enforceHoldLater: (tx, callId) => tx.enqueue('rooms:hold', { call_id: callId }),
  };
  const { registerDials, ...callBacks } = createCallBacks({ ...deps, calls: lifecycle, carrier });

  return {
    ...lifecycle,
    ...desk,
    records,
    recordings,
    callBacks,
    afterCalls: createAfterCalls({
      ...deps,
      numberOf: (q, callId) => phones.get().numberOf(q, callId),
    }),
    supervision,
    escorts: createEscorts({ db, records: supervision.records, carrier: (name) => escorts[name].get() }),
    registerEscorts: (name, one) => escorts[name].register(one),
    registerPhones(one) {
      phones.register(one);
      registerDials(one.dials);
    },
    register(one) {
      register(one);
      conversations.register(ringing.channelOf(one.mediaIds));
    },
  };
}

function createRegistration<T>(what: string) {
  let registered: T | undefined;
  return {
    get: (): T => {
      if (!registered) throw new Error(`${what}: nothing has been registered`);
      return registered;
    },
    register: (one: T): void => void (registered = one),
  };
}
