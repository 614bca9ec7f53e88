import type { CallMachineState } from '../call-machine.ts';

type OpenState = Extract<CallMachineState, { status: 'joined' | 'error' }>;

/** The properties of every window of a call. */
export type WindowProps = { state: OpenState; onHangUp: () => void; onDismiss: () => void };
