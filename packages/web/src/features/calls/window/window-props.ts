import type { CallState } from '../call-machine.ts';

type OpenState = Extract<CallState, { status: 'joined' | 'error' }>;

/** What every window of a call is given. */
export type WindowProps = { state: OpenState; onHangUp: () => void; onDismiss: () => void };
