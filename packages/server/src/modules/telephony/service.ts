import {
  Media,
  type BodyOf,
  type mirrorSocketEvent,
  type ResponseOf,
  type speakPrompt,
} from '@trunkline/contract';
import type { Access, Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Upgrades } from '#platform/http/upgrades';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Calls } from '#modules/calls';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createPhoneActivity } from './activity-service.ts';
import { findNumber, insertScreenEcho } from './records/call-store.ts';
import { createCallers } from './records/caller-service.ts';
import { createGatewayConnectors } from './gateways/connectors.ts';
import { createDialEnds } from './dials/dial-ends.ts';
import { createOutgoingCalls, type DialService } from './dials/dial-service.ts';
import { createEscortEnds } from './escorts/escort-ends.ts';
import { createEscorts, type PhoneEscorts } from './escorts/escort-service.ts';
import { createCallEventCleanup } from './records/call-event-cleanup.ts';
import { createGateways, type Gateways } from './gateways/gateways-service.ts';
import { openLineSocket } from './lines/line-socket.ts';
import { createBrowserPhones, type BrowserPhones } from './lines/line-service.ts';
import { createLeftMessages } from './messages/message-service.ts';
import { createQueuePauses } from './gateways/pauses.ts';
import { createPhoneRecordings, type PhoneRecordings } from './recordings/recording-service.ts';
import type { GatewayRow } from './gateways/gateway-store.ts';
import { createPhoneCallRecords } from './records/record-service.ts';
import { createSetupApplying, type SetupApplying } from './setup/apply-service.ts';
import { createSetupItems, type SetupItems } from './setup/setup-service.ts';
import { speak } from './setup/speech.ts';
import { registerPhoneCallErasure } from './erasing.ts';
import { registerPhoneCallExport } from './customer-export.ts';

/** The configuration that we write to a gateway. */
type PhoneSetup = {
  items: SetupItems;
  applying: SetupApplying;
  /** Speaks a prompt; errors are returned in the result. */
  speak(body: BodyOf<typeof speakPrompt>): Promise<ResponseOf<typeof speakPrompt>['data']>;
};

/** Telephone calls: follows gateways, and turns their events into records, tickets and events for agents. */
export type Telephony = {
  gateways: Gateways;
  /** Phones in browsers. */
  lines: BrowserPhones;
  /** Accepts connections of phones in browsers. Returns a function that closes it. */
  openSocket(upgrades: Upgrades, access: () => Access): () => void;
  /** Calls that users dial on the screen. */
  dials: Pick<DialService, 'start' | 'find' | 'own'>;
  recordings: PhoneRecordings;
  setup: PhoneSetup;
  /** Supervisors on somebody else's call. */
  escorts: PhoneEscorts;
  /** Starts to follow the gateways. */
  start(): void;
  stop(): Promise<void>;
  /** Stores that an event has reached somebody's screen, once. @throws AppError `invalid` for an event that is too old */
  mirror(viewer: Viewer, body: BodyOf<typeof mirrorSocketEvent>): Promise<void>;
};

type Deps = Platform & {
  settings: Settings;
  agents: Agents;
  auth: Pick<Auth, 'viewerOf'>;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  calls: Calls;
  /** The command that makes speech for prompts, with its arguments. */
  speech: readonly string[];
  /** Hosts of the private network of which a gateway's faults are told. */
  privateHosts: readonly string[];
};

/** Pages report an event soon after it was sent; older reports are refused. */
const ECHO_WITHIN_MS = 3_600_000;

export function createTelephony(deps: Deps): Telephony {
  registerPhoneCallErasure(deps.customers);
  registerPhoneCallExport(deps.customers);
  const { db, clock, log, notices, calls, conversations } = deps;
  const { records: callRecords, afterCalls, callBacks, recordings } = calls;
  conversations.register({
    mediaIds: [Media.voiceCall],
    deliver: () => Promise.reject(new Error('nothing is written into a telephone call')),
    changed: () => undefined,
  });
  const gateways = createGateways(deps);
  createCallEventCleanup(deps);
  const lines = createBrowserPhones({ ...deps, gateways });
  const activity = createPhoneActivity({ ...deps, afterCalls });
  const ends = createDialEnds({ ...deps, records: callRecords });
  const dials = createOutgoingCalls({ ...deps, gateways, records: callRecords, ends });
  calls.registerPhones({ dials, numberOf: findNumber });
  const phoneRecordings = createPhoneRecordings({ ...deps, gateways, recordings });
  const messages = createLeftMessages({ ...deps, gateways, callBacks, recordings });
  const escortEnds = createEscortEnds({ ...deps, escorts: calls.supervision.records });
  const escorts = createEscorts({ ...deps, supervision: calls.supervision, gateways, ends: escortEnds });
  calls.registerEscorts('telephone', escorts);
  const records = createPhoneCallRecords({
    ...deps,
    records: callRecords,
    activity,
    callers: createCallers(deps),
    dials: ends,
    escorts: escortEnds,
    recordings: phoneRecordings,
    messages,
    blocking: deps.conversations.blocking,
    hangUp,
  });
  /** A call that has ended already is no error, and neither is an unreachable gateway: no ticket depends on it. */
  function hangUp(gateway: GatewayRow, legs: readonly string[]): void {
    gateways
      .visit(gateway, async (session) => {
        for (const leg of legs) await session.ask({ Action: 'Hangup', Channel: leg });
      })
      .catch((error: unknown) => log.info({ err: error }, 'a blocked caller could not be hung up on'));
  }
  const pauses = createQueuePauses(deps);
  const applying = createSetupApplying({ ...deps, gateways, pauses });
  const { start, stop } = createGatewayConnectors({
    ...deps,
    gateways,
    records,
    messages,
    dials: ends,
    escorts: escortEnds,
    pauses,
    setup: applying,
  });

  return {
    gateways,
    lines,
    openSocket: (upgrades, access) => openLineSocket({ upgrades, access, lines, notices, log }),
    dials,
    recordings: phoneRecordings,
    setup: {
      items: createSetupItems({ ...deps, gateways }),
      applying,
      speak: (body) => speak(deps.speech, body),
    },
    escorts,
    start,
    stop,

    async mirror(viewer, { event, uniqueid, eventtime }) {
      const at = Date.parse(eventtime);
      const took = clock.now().getTime() - at;
      if (Number.isNaN(at) || Math.abs(took) > ECHO_WITHIN_MS)
        throw new AppError('invalid', [{ path: 'eventtime', message: 'Must be a recent time' }]);
      const echo = {
        user_id: viewer.id,
        event,
        uniqueid,
        eventtime: new Date(at),
        took_ms: Math.max(0, took),
      };
      await insertScreenEcho(db.q, echo, clock.now());
    },
  };
}
