import { Media, type BodyOf, type mirrorSocketEvent, type speakPrompt } from '@trunkline/contract';
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
import { findNumber, insertEcho } from './records/call-store.ts';
import { createCallers } from './records/caller-service.ts';
import { createConnectors } from './gateways/connectors.ts';
import { createDialEnds } from './dials/dial-ends.ts';
import { createDials } from './dials/dial-service.ts';
import { createEscortEnds } from './escorts/escort-ends.ts';
import { createEscorts } from './escorts/escort-service.ts';
import { createForgetting } from './records/forgetting.ts';
import { createGateways } from './gateways/gateways-service.ts';
import { openLineSocket } from './lines/line-socket.ts';
import { createLines } from './lines/line-service.ts';
import { createLeftMessages } from './messages/message-service.ts';
import { createPauses } from './gateways/pauses.ts';
import { createPhoneRecordings } from './recordings/recording-service.ts';
import { createRecords } from './records/record-service.ts';
import { createSetupApplying } from './setup/apply-service.ts';
import { createSetupItems } from './setup/setup-service.ts';
import { speak } from './setup/speech.ts';
import { erasePhoneCalls } from './erasing.ts';
import { packagePhoneCalls } from './packaged.ts';

export type Telephony = ReturnType<typeof createTelephony>;
type Deps = Platform & {
  settings: Settings;
  agents: Agents;
  auth: Pick<Auth, 'viewerOf'>;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  calls: Calls;
  /** What speaks prompts: a command and its arguments. */
  speech: readonly string[];
};

/** Nobody's page tells of what was longer ago. */
const ECHO_WITHIN_MS = 3_600_000;

/** Telephone calls: gateways are followed, and what they tell becomes records, tickets and what agents see. */
export function createTelephony(deps: Deps) {
  erasePhoneCalls(deps.customers);
  packagePhoneCalls(deps.customers);
  const { db, clock, log, notices, calls, conversations } = deps;
  const { records: callRecords, afterCalls, callBacks, recordings } = calls;
  conversations.register({
    mediaIds: [Media.voiceCall],
    deliver: () => Promise.reject(new Error('nothing is written into a telephone call')),
    changed: () => undefined,
  });
  const gateways = createGateways(deps);
  createForgetting(deps);
  const lines = createLines({ ...deps, gateways });
  const activity = createPhoneActivity({ ...deps, afterCalls });
  const ends = createDialEnds({ ...deps, records: callRecords });
  const dials = createDials({ ...deps, gateways, records: callRecords, ends });
  calls.registerPhones({ dials, numberOf: findNumber });
  const phoneRecordings = createPhoneRecordings({ ...deps, gateways, recordings });
  const messages = createLeftMessages({ ...deps, gateways, callBacks, recordings });
  const escortEnds = createEscortEnds(deps);
  const records = createRecords({
    ...deps,
    records: callRecords,
    activity,
    callers: createCallers(deps),
    dials: ends,
    escorts: escortEnds,
    recordings: phoneRecordings,
    messages,
  });
  const pauses = createPauses(deps);
  const applying = createSetupApplying({ ...deps, gateways, pauses });
  const { start, stop } = createConnectors({
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
    /** Phones in browsers come in here. Gives the function that closes it. */
    openSocket: (upgrades: Upgrades, access: () => Access) =>
      openLineSocket({ upgrades, access, lines, notices, log }),
    dials,
    recordings: phoneRecordings,
    setup: {
      items: createSetupItems({ ...deps, gateways }),
      applying,
      speak: (body: BodyOf<typeof speakPrompt>) => speak(deps.speech, body),
    },
    escorts: createEscorts({ ...deps, supervision: calls.supervision, gateways, ends: escortEnds }),
    start,
    stop,

    /** An event has reached somebody's screen. Told twice it counts once. */
    async mirror(
      viewer: Viewer,
      { event, uniqueid, eventtime }: BodyOf<typeof mirrorSocketEvent>,
    ): Promise<void> {
      const at = Date.parse(eventtime);
      const took = clock.now().getTime() - at;
      if (Number.isNaN(at) || Math.abs(took) > ECHO_WITHIN_MS)
        throw new AppError('invalid', [{ path: 'eventtime', message: 'That is no time of a moment ago' }]);
      const echo = {
        user_id: viewer.id,
        event,
        uniqueid,
        eventtime: new Date(at),
        took_ms: Math.max(0, took),
      };
      await insertEcho(db.q, echo, clock.now());
    },
  };
}
