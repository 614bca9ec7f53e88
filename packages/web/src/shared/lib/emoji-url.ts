/** Where the emoji picker finds its data, e.g. `<EmojiPicker.Root emojibaseUrl={EMOJI_URL}>`; language `en` only. */
export const EMOJI_URL = import.meta.env.EMOJI_URL as string;
