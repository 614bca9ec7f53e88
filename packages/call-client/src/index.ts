export {
  withoutMissingDevices,
  type BackgroundEffect,
  type ChosenDevices,
  type DeviceKind,
  type Devices,
} from './devices.ts';
export { Embedding, type JoinOptions } from './embedding.ts';
export type { LeaveReason } from './failure.ts';
export { NO_MEETING, meetingProblemOf, type ChatLine, type Meeting, type MeetingProblem } from './meeting.ts';
export { Meetings, type JoinTarget } from './meetings.ts';
export { canChooseSpeaker, playSound, showVideo } from './playing.ts';
export { findCustomer, isOtherSide, type Person, type ConnectionSignal } from './person.ts';
export { soundRecordingTone } from './recording-tone.ts';
