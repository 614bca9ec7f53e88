import { Meetings, NO_MEETING, type Meeting, type Over, type Place } from '@trunkline/call-client';
import { createStore, type Store } from '../chat/store.ts';

/** The meeting of a visitor's call, and what they can do in it. */
export type OpenMeeting = { now: Store<Meeting>; line: Meetings };

/** Goes into the room and stays until it is left; what is heard and seen there follows in `now`. */
export function openMeeting(place: Place, onOver: (over: Over) => void): OpenMeeting {
  const now = createStore<Meeting>(NO_MEETING);
  const line = new Meetings((meeting) => now.set(meeting));
  // Not awaited: the room may be long in opening, and one has to be able to hang up meanwhile.
  void line.join(place, onOver);
  return { now, line };
}
