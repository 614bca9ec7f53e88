import { EmojiPicker, type EmojiPickerListProps } from 'frimousse';
import { useTranslation } from 'react-i18next';
import { EMOJI_URL } from '#shared/lib/emoji-url.ts';
import classes from './emoji-panel.module.css';

// The library counts rows and columns from 0, while screen readers expect 1.
const PARTS: EmojiPickerListProps['components'] = {
  Row: (props) => <div {...props} aria-rowindex={(props['aria-rowindex'] ?? 0) + 1} />,
  Emoji: ({ emoji, ...props }) => {
    const cell = { ...props, 'aria-colindex': (props['aria-colindex'] ?? 0) + 1 };
    return (
      <button type="button" {...cell}>
        {emoji.emoji}
      </button>
    );
  },
};

/** The emoji picker. Loaded when first opened; its data comes from our own server. */
export default function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation('tickets');
  return (
    <EmojiPicker.Root
      className={classes['panel']}
      emojibaseUrl={EMOJI_URL}
      columns={9}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <EmojiPicker.Search
        className={classes['search']}
        placeholder={t('composer.emojiSearch')}
        aria-label={t('composer.emojiSearch')}
        autoFocus
      />
      <EmojiPicker.Viewport className={classes['viewport']}>
        <EmojiPicker.Loading className={classes['message']}>{t('composer.emojiLoading')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes['message']}>{t('composer.emojiNone')}</EmojiPicker.Empty>
        <EmojiPicker.List className={classes['list']} components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}
