// One file for what opens at the foot of the conversation: with more files than that, the frame's own would be split.
export { EmojiPicker } from '../composer/emoji-picker.tsx';
export { Question } from './sheets.tsx';
