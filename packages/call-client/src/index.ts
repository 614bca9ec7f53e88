export {
  withoutMissing,
  type Background,
  type ChosenDevices,
  type DeviceKind,
  type Devices,
} from './devices.ts';
export { Embedding, type JoinOptions } from './embedding.ts';
export type { LeaveReason } from './failure.ts';
export { NO_MEETING, problemOf, type ChatLine, type Meeting, type MeetingProblem } from './meeting.ts';
export { Meetings, type JoinTarget } from './meetings.ts';
export { canChooseSpeaker, playSound, showPicture } from './playing.ts';
export { customerIn, isThere, type Person, type Signal } from './person.ts';
export { soundRecordingTone } from './recording-tone.ts';
