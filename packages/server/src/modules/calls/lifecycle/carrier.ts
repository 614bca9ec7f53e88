import type { CallKind, CallPlatform, MediaId } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { CallRecorder } from '../recordings/recorder.ts';
import type { CallRow } from './call-store.ts';

/**
 * What carries the voice and the picture of calls that are offered, held and handed on here. `rooms` has one, and registers
 * it by `Calls.register`. A call stays with what it began on, whatever is set later.
 */
export type CallCarrier = {
  /** The media whose calls ring here. */
  mediaIds: readonly MediaId[];
  /** Where calls of this kind begin now. */
  startsOn: (kind: CallKind) => Promise<{ media_id: MediaId; platform: CallPlatform }>;
  /** The place of one of our people: where their page joins, and with what token. */
  seatOf: (call: CallRow, viewer: Viewer) => { url: string; token: string };
  /** The address by which a customer of this name comes in. */
  linkFor: (call: CallRow, name: string) => string;
  /** Whoever was put out before and is asked in again may come in. */
  readmit: (tx: Tx, call: CallRow, userId: number) => Promise<void>;
  /** Puts out one of our people whose page did not leave by itself. */
  eject: (call: CallRow, userId: number) => Promise<void>;
  /** Ends it for everybody inside. Never complains when there is nothing any more. */
  close: (call: CallRow) => Promise<void>;
  /** Whether holding is possible there: that nothing passes has to be promised. */
  canHold: (call: CallRow) => boolean;
  /** Lets nothing out of customers and nothing in to them, or lets it again, as `held_at` says. Harmless at any time and twice. */
  applyHold: (call: CallRow) => Promise<void>;
  recorder: CallRecorder;
};

/** The carrier, where it has registered itself by then. */
export type CarrierOf = () => CallCarrier;
