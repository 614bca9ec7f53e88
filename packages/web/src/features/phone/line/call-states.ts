import type { PhoneDial } from '@trunkline/contract';
import type { LineCall } from './phone.ts';

type Around = {
  isInRoom: boolean;
  isPaused: boolean;
  /** The last call that the user started from the screen. */
  dialled: Pick<PhoneDial, 'number' | 'state'> | null;
};

/** What is to be known of the call, as text keys; the first one says what the two sides hear. Pure. */
export function callStatesOf(call: LineCall, around: Around) {
  const muted = call.isMuted ? (['muted'] as const) : [];
  const paused = around.isPaused && !around.isInRoom ? (['recordingPaused'] as const) : [];
  return [mainStateOf(call, around), ...muted, ...paused];
}

function mainStateOf(call: LineCall, { isInRoom, dialled }: Around) {
  if (call.isQueued) return 'inQueueStill';
  if (call.isHeld) return 'held';
  if (call.isHeldThere) return 'heldThere';
  if (call.isOwn && dialled?.number === call.number && isUnanswered(dialled)) return 'ringsThere';
  return isInRoom ? 'inRoom' : 'talking';
}

const isUnanswered = ({ state }: Pick<PhoneDial, 'state'>): boolean =>
  state === 'ringing_you' || state === 'calling';
