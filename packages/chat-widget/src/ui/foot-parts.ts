// One file for everything that opens below the conversation, because more files would split the frame's own script as
// well.
export { EmojiPicker } from '../composer/emoji-picker.tsx';
export { ConfirmSheet } from './sheets.tsx';
