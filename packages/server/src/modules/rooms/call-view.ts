import type { RoomCall, VisitorCall } from '@trunkline/contract';
import type { CallRow } from './store.ts';

/** The state of a call as everybody outside of this module knows it. */
export const stateOf = ({ state }: Pick<CallRow, 'state'>): VisitorCall['state'] =>
  state === 'queue' || state === 'ivr' ? 'waiting' : state;

/** A call as the desk sees it. */
export function toRoomCall(call: CallRow, customerName: string): RoomCall {
  const { id, room_name, ticket_id, media_id, kind, direction, user_id } = call;
  const { started_at, answered_at, ended_at, end_reason, rating } = call;
  return {
    id,
    room_name,
    ticket_id,
    media_id,
    kind,
    direction,
    state: stateOf(call),
    customer_name: customerName,
    user_id,
    started_at,
    answered_at,
    ended_at,
    end_reason,
    rating,
  };
}
