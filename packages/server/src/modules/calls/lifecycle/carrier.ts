import type { CallKind, CallPlatform, MediaId } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { CallRecorder } from '../recordings/recorder.ts';
import type { CallRow } from './call-store.ts';

/**
 * What carries voice and video of calls that are offered, held and transferred here. `rooms` has one, and registers it by
 * `Calls.register`. A call stays on the platform on which it began, whatever the settings say later.
 */
export type CallCarrier = {
  /** The media whose calls it carries. */
  mediaIds: readonly MediaId[];
  /** The media and platform of calls of this kind that begin now. */
  startsOn: (kind: CallKind) => Promise<{ media_id: MediaId; platform: CallPlatform }>;
  /** Where the page of one of our people joins, and with which token. */
  joinCredentialsOf: (call: CallRow, viewer: Viewer) => { url: string; token: string };
  /** The link by which a customer of this name joins. */
  linkFor: (call: CallRow, name: string) => string;
  /** A short address for messages that redirects there. */
  shortLinkFor: (call: CallRow) => string;
  /** Lets in again a user who was removed before and is invited again. */
  readmit: (tx: Tx, call: CallRow, userId: number) => Promise<void>;
  /** Removes one of our people whose page did not leave by itself. */
  eject: (call: CallRow, userId: number) => Promise<void>;
  /** Ends the room for everybody in it. Does not fail when the room is gone. */
  close: (call: CallRow) => Promise<void>;
  /** Whether the platform of this call can guarantee that nothing passes on hold. */
  canHold: (call: CallRow) => boolean;
  /** Blocks or restores the media of customers, both ways, as `held_at` says. May be called at any time and twice. */
  applyHold: (call: CallRow) => Promise<void>;
  recorder: CallRecorder;
};

/** The registered carrier; throws while none is registered. */
export type CarrierOf = () => CallCarrier;
