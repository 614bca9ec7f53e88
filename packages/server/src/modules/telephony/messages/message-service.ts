import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { attachRecording, type CallBacks, type RecordingArchive } from '#modules/calls';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Tickets } from '#modules/tickets';
import { AmiError } from '../ami/errors.ts';
import type { PhoneCall } from '../calls/call.ts';
import { hasMessage, hasLeftSomething, wantsCallBack } from '../calls/left-by-caller.ts';
import type { PhoneCallRow } from '../records/call-store.ts';
import type { GatewayRow } from '../gateways/gateway-store.ts';
import type { Gateways } from '../gateways/gateways-service.ts';
import { createStoredFiles } from '../recordings/stored-files.ts';
import { readWave } from '../recordings/wave.ts';
import { MESSAGES_FAMILY } from './left-at-gateway.ts';
import * as store from './message-store.ts';
import type { CallWithMessage } from './message-store.ts';

/** Voicemail that callers leave at the gateway. */
export type LeftMessages = {
  /**
   * Writes the message on the ticket, and has its recording fetched. Call with the call locked; repeating it changes nothing.
   */
  left(tx: Tx, left: LeftMessage): Promise<void>;
  /** Fetches it again: the gateway still has it, so it was not fetched, or not deleted there. */
  fetchAgain(gatewayId: number, linked: string): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'secrets'> & {
  gateways: Gateways;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  callBacks: Pick<CallBacks, 'askByPhone'>;
  recordings: RecordingArchive;
};
type LeftMessage = { gateway: GatewayRow; row: PhoneCallRow; call: PhoneCall };

const FILE = '001.wav';
/** The suffix of the recording's name in the dial plan (deploy/asterisk/extensions.conf). */
const SUFFIX = 'message';

/** Voicemail of callers who reached nobody: written on their ticket, where its recording is attached. */
export function createLeftMessages(deps: Deps): LeftMessages {
  const { db, jobs, secrets, gateways, customers, tickets, conversations, callBacks, recordings } = deps;
  const { files } = recordings;

  /** Written before the recording is fetched, since the gateway may be unreachable for days. */
  async function put(tx: Tx, { gateway, row, call }: LeftMessage): Promise<void> {
    if (!hasMessage(call) || row.ticket_id === null || row.conversation_id === null) return;
    const ticket = found(await tickets.lock(tx, row.ticket_id));
    const {
      address,
      customer_id: customerId,
      media_id,
    } = found(await conversations.lock(tx, row.conversation_id));
    const sender = {
      account: { id: gateway.id, media_id, department_id: gateway.department_id },
      address,
      customerId,
      name: (await customers.read(tx.q, customerId)).name,
      isQuiet: true,
    };
    const voicemail = { call_id: row.id, seconds: Math.round((call.message?.ms ?? 0) / 1000) };
    const extra = { kind: 'voicemail', voicemail } as const;
    await conversations.leaveMessage(
      tx,
      sender,
      { body: '', clientKey: `voicemail-${row.id}`, extra },
      ticket,
    );
  }

  const scheduleFetch = (tx: Tx, callId: number): Promise<void> =>
    tx.enqueue('phone:bring-message', { call_id: callId }, { key: `phone-message:${callId}` });

  /** May run twice: if it was fetched before, it is only deleted at the gateway. */
  async function fetchMessage(call: CallWithMessage, gateway: GatewayRow): Promise<void> {
    const stored = createStoredFiles({ ...gateway, secret: secrets.decrypt(gateway.secret) });
    const name = `PV_${call.id}`;
    const message = call.told.message;
    if (message && hasMessage({ message }) && call.ticket_id !== null && !(await recordings.has(name))) {
      const bytes = await fetchSound(name);
      const wave = await readWave(files.pathOf(name, FILE));
      // A file that cannot be played here is left there.
      if (!wave) return;
      const voice = call.customer_name ?? call.number;
      await attachRecording(
        recordings,
        { name, kind: 'voicemail', call_id: call.id, ticket_id: call.ticket_id, ended: new Date(message.at) },
        [{ file: FILE, role: 'customer', identity: 'phone', name: voice, wave, bytes }],
      );
    }
    for (const one of call.linked) await stored.remove(`${one}-${SUFFIX}`);
    await forget(call, gateway);

    async function fetchSound(into: string): Promise<number> {
      for (const one of call.linked) {
        const sound = await stored.open(`${one}-${SUFFIX}`);
        if (sound) return files.save(into, FILE, sound);
      }
      throw new Error('the gateway does not have the message that it told of');
    }
  }

  /** Deletes the note at the gateway. */
  const forget = ({ linked }: CallWithMessage, gateway: GatewayRow): Promise<void> =>
    gateways.visit(gateway, async ({ ask: say }) => {
      for (const Key of linked) await say({ Action: 'DBDel', Family: MESSAGES_FAMILY, Key }).catch(isGone);
    });

  jobs.define('phone:bring-message', async ({ call_id: id }: { call_id: number }) => {
    const call = await store.findCall(db.q, id);
    const gateway = call && (await gateways.find(call.gateway_id));
    if (!call || !gateway) return;
    if (!call.told.message) await forget(call, gateway);
    else if (gateway.ws_url !== '' && files.areOurs) await fetchMessage(call, gateway);
  });

  return {
    async left(tx, left) {
      if (!hasLeftSomething(left.call)) return;
      await put(tx, left);
      const { gateway, row, call } = left;
      if (wantsCallBack(call) && row.ticket_id !== null)
        await callBacks.askByPhone(tx, {
          ticket_id: row.ticket_id,
          gateway_id: gateway.id,
          call_id: row.id,
          number: call.number,
        });
      await scheduleFetch(tx, left.row.id);
    },

    async fetchAgain(gatewayId, linked) {
      const ids = await store.listCallsByLinkedId(db.q, gatewayId, linked);
      await db.transaction(async (tx) => {
        for (const id of ids) await scheduleFetch(tx, id);
      });
    },
  };
}

function isGone(error: unknown): void {
  if (!(error instanceof AmiError) || error.errorCode !== 'failed') throw error;
}
