import { useEffect, useRef, useState } from 'preact/hooks';
import { chime } from '../chat/chime.ts';
import { isChatOpen } from '../chat/sync.ts';
import { useChat, useSession, useTexts } from './context.ts';
import { useEscape } from './escape.ts';
import { Icon } from './icon.tsx';

/** What opens below the conversation in place of the composer. */
export type Sheet = 'end' | 'transcript';

export function Menu({ onSheet }: { onSheet: (sheet: Sheet) => void }) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Closes the menu when the focus leaves it.
  useEffect(() => {
    const { current } = menu;
    const handleLeave = ({ relatedTarget }: FocusEvent) => {
      if (!current?.contains(relatedTarget as Node | null)) setOpen(false);
    };
    current?.addEventListener('focusout', handleLeave);
    return () => current?.removeEventListener('focusout', handleLeave);
  }, []);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={menu} class="menu">
      <button
        ref={button}
        type="button"
        class="tool"
        aria-label={texts.menu}
        title={texts.menu}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" />
      </button>
      {isOpen && <MenuList onSheet={onSheet} onClose={close} />}
    </div>
  );
}

function MenuList({ onSheet, onClose }: { onSheet: (sheet: Sheet) => void; onClose: () => void }) {
  const { chat, settings, isSoundOn, messages } = useChat();
  const { store, storage } = useSession();
  const texts = useTexts();
  useEscape(onClose);
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  const toggleSound = () => {
    storage.write('sound', isSoundOn ? 'off' : 'on');
    store.set({ isSoundOn: !isSoundOn });
    if (!isSoundOn) chime();
  };
  return (
    <div class="menu-list">
      <button type="button" onClick={choose(toggleSound)}>
        <Icon name={isSoundOn ? 'mute' : 'sound'} size={18} />
        {isSoundOn ? texts.soundOff : texts.soundOn}
      </button>
      {settings?.can_mail && messages.length > 0 && (
        <button type="button" onClick={choose(() => onSheet('transcript'))}>
          <Icon name="mail" size={18} />
          {texts.transcript}
        </button>
      )}
      {isChatOpen(chat) && (
        <button type="button" onClick={choose(() => onSheet('end'))}>
          <Icon name="leave" size={18} />
          {texts.end}
        </button>
      )}
    </div>
  );
}
