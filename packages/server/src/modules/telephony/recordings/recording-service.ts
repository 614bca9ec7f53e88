import { setTimeout } from 'node:timers/promises';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { attachRecording, type RecordingArchive, type SideRecording } from '#modules/calls';
import type { Settings } from '#modules/settings';
import { AmiError } from '../ami/errors.ts';
import type { Gateways, GatewayRequests } from '../gateways/gateways-service.ts';
import * as store from './recording-store.ts';
import type { RecordedCall } from './recording-store.ts';
import { createStoredFiles } from './stored-files.ts';
import { readWave } from './wave.ts';

/** Recordings of telephone calls, which the gateway makes. */
export type PhoneRecordings = {
  /** Has the recordings of a call that was answered fetched after its end. */
  ended(tx: Tx, callId: number): Promise<void>;
  /**
   * Resolves when recording has actually stopped or continued: the customer may read out a card number next. @throws AppError
   * `not_found`: this user is in no call; `conflict`: the gateway refuses; `unavailable`: it does not answer
   */
  pause(viewer: Viewer, isPaused: boolean): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'secrets'> & {
  gateways: Gateways;
  settings: Settings;
  recordings: RecordingArchive;
};
type SideFile = { suffix: string; file: string; role: 'customer' | 'agent' };
type ConvertedSide = Pick<SideRecording, 'file' | 'role' | 'wave' | 'bytes'> & {
  stored: string;
  suffix: string;
};

/** The gateway closes its files shortly after the call. */
const LATER_MS = 2000;
const MUTE_LOOKS = 25;
const MUTE_LOOK_MS = 200;
/** The suffixes of the two sides in the dial plan (deploy/asterisk/extensions.conf). */
const SIDES: readonly SideFile[] = [
  { suffix: 'customer', file: '001.wav', role: 'customer' },
  { suffix: 'agent', file: '002.wav', role: 'agent' },
];
/** Fetches recordings from gateways when a call is over, adds them to its ticket, and deletes them there. */
export function createPhoneRecordings({
  db,
  clock,
  jobs,
  secrets,
  gateways,
  settings,
  recordings,
}: Deps): PhoneRecordings {
  const { files } = recordings;

  async function fetchRecording(call: RecordedCall): Promise<void> {
    const gateway = await gateways.find(call.gateway_id);
    if (!gateway || gateway.ws_url === '' || !files.areOurs) return;
    const stored = createStoredFiles({ ...gateway, secret: secrets.decrypt(gateway.secret) });
    const name = `PH_${call.id}`;
    const got: ConvertedSide[] = [];
    for (const side of SIDES) {
      const one = await bringSide(call, side);
      if (one) got.push(one);
    }
    if (got.length > 0) await attachSides(call, name, got);
    // Only files that were fetched and can be played are deleted there; with both sides, also the mixed one.
    for (const side of got) await stored.remove(`${side.stored}-${side.suffix}`);
    if (got.length === SIDES.length)
      for (const one of new Set(got.map((side) => side.stored))) await stored.remove(one);

    async function bringSide({ linked }: RecordedCall, side: SideFile): Promise<ConvertedSide | undefined> {
      for (const one of linked) {
        const bytes = await stored.open(`${one}-${side.suffix}`);
        if (!bytes) continue;
        const size = await files.save(name, side.file, bytes);
        const wave = await readWave(files.pathOf(name, side.file));
        // The recording of a call that nobody answered is empty.
        if (wave) return { ...side, stored: one, wave, bytes: size };
      }
      return undefined;
    }
  }

  async function attachSides(call: RecordedCall, name: string, got: readonly ConvertedSide[]): Promise<void> {
    const names = { customer: call.customer_name ?? call.number, agent: call.fullname ?? '' };
    const sounds = got.map(({ file, role, wave, bytes }): SideRecording => ({
      file,
      role,
      wave,
      bytes,
      name: names[role],
      identity: role === 'agent' ? `user-${call.user_id}` : 'phone',
    }));
    const { id: call_id, ticket_id, ended_at } = call;
    await attachRecording(
      recordings,
      { name, kind: 'talk', call_id, ticket_id, ended: new Date(ended_at) },
      sounds,
    );
  }

  jobs.define('phone:bring-recording', async ({ call_id: id }: { call_id: number }) => {
    const call = await store.findRecordedCall(db.q, id);
    if (call) await fetchRecording(call);
  });

  return {
    async ended(tx, callId) {
      const runAt = new Date(clock.now().getTime() + LATER_MS);
      await tx.enqueue(
        'phone:bring-recording',
        { call_id: callId },
        { runAt, key: `phone-recording:${callId}` },
      );
    },

    async pause(viewer, isPaused) {
      const call = await store.findOwnConnectedCall(db.q, viewer.id);
      const gateway = call && (await gateways.find(call.gateway_id));
      if (!call || !gateway) throw new AppError('not_found');
      try {
        await gateways.visit(gateway, (session) => mute(session, call.linked, isPaused));
      } catch (error) {
        if (!(error instanceof AmiError)) throw error;
        throw new AppError(error.errorCode === 'failed' ? 'conflict' : 'unavailable');
      }
      const action = isPaused ? 'phone-call.recording-paused' : 'phone-call.recording-resumed';
      await settings.audit(db.q, { viewer, action, subject: String(call.id) });
    },
  };
}

/**
 * The recording begins a moment after the answer, so this is tried repeatedly. @throws AmiError where none has begun by then
 */
async function mute(session: GatewayRequests, channels: readonly string[], isMuted: boolean): Promise<void> {
  for (let left = MUTE_LOOKS; ; left -= 1) {
    const asked = channels.map((Channel) =>
      session.ask({ Action: 'MixMonitorMute', Channel, Direction: 'both', State: isMuted ? '1' : '0' }),
    );
    // A call that was joined with another has a recording under one of its names.
    const said = await Promise.allSettled(asked);
    const failed = said.filter((one) => one.status === 'rejected');
    if (failed.length < said.length) return;
    const reason: unknown = failed[0]?.reason;
    if (left === 0 || !(reason instanceof AmiError) || reason.errorCode !== 'failed') throw reason;
    await setTimeout(MUTE_LOOK_MS);
  }
}
