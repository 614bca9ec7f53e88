export { stillThere, type Background, type Chosen, type DeviceKind, type Devices } from './devices.ts';
export { Embedding, type Wish } from './embedding.ts';
export type { Over } from './failure.ts';
export { NO_MEETING, problemOf, type ChatLine, type Meeting, type Problem } from './meeting.ts';
export { Meetings, type Place } from './meetings.ts';
export { canChooseSpeaker, playSound, showPicture } from './playing.ts';
export { customerIn, type Person, type Signal } from './person.ts';
export { soundRecordingTone } from './recording-tone.ts';
