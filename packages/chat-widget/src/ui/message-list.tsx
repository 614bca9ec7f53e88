import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { pendingOf } from '../sending/outbox.ts';
import { rowsOf } from '../chat/rows.ts';
import { loadOlder } from '../chat/sync.ts';
import { useChat, useSession, useTexts } from './context.ts';
import { Icon } from './icon.tsx';
import { Message } from './message.tsx';

const NEAR_PX = 80;

/** The conversation, newest message at the bottom. It scrolls along only if the visitor is at the end. */
export function MessageList() {
  const state = useChat();
  const { messages, outbox, language, hasMore, isLoadingOlder, isAgentTyping, chat, settings, connection } =
    state;
  const session = useSession();
  const texts = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const [hasNews, setNews] = useState(false);
  const rows = useMemo(
    () => rowsOf({ messages, pending: pendingOf(outbox, messages), language, now: new Date(), words: texts }),
    [messages, outbox, language, texts],
  );
  const { toEnd, handleScroll } = useReadingPlace(box, {
    rows,
    isAgentTyping,
    isOpen: state.isOpen,
    onNews: setNews,
    onTop: () => void loadOlder(session),
  });
  const greeting = settings?.greeting[language];

  return (
    <div class="list-frame">
      <div ref={box} class="list" role="log" aria-label={texts.history} tabIndex={0} onScroll={handleScroll}>
        {hasMore && (
          <button type="button" class="earlier" onClick={() => void loadOlder(session)}>
            {isLoadingOlder ? texts.loadingEarlier : texts.earlier}
          </button>
        )}
        {!hasMore && greeting && <p class="hello">{greeting}</p>}
        {rows.map((row) =>
          row.kind === 'day' ? (
            <p key={row.key} class="day">
              {row.label}
            </p>
          ) : (
            <Message key={row.key} row={row} language={language} isLost={connection === 'lost'} />
          ),
        )}
        {isAgentTyping && (
          <p class="typing">
            <span class="hidden">{texts.typing(chat.agent_name ?? texts.somebody)}</span>
            <i />
            <i />
            <i />
          </p>
        )}
      </div>
      {hasNews && (
        <button type="button" class="news" onClick={toEnd}>
          <Icon name="down" size={16} />
          {texts.newMessages}
        </button>
      )}
    </div>
  );
}

type ScrollContext = {
  rows: readonly { key: string }[];
  isAgentTyping: boolean;
  isOpen: boolean;
  onNews: (hasNews: boolean) => void;
  onTop: () => void;
};

/** Keeps the scroll position: at the end it follows new messages, elsewhere it stays, also when older ones are added above. */
function useReadingPlace(box: { current: HTMLDivElement | null }, place: ScrollContext) {
  const { rows, isAgentTyping, isOpen, onNews, onTop } = place;
  const last = useRef({ isAtEnd: true, height: 0, first: '', end: '' });

  useLayoutEffect(() => {
    const list = box.current;
    if (!list) return;
    const before = last.current;
    const [first, end] = [rows[0]?.key ?? '', rows.at(-1)?.key ?? ''];
    const isOlderAbove = before.first !== '' && first !== before.first && end === before.end;
    if (isOlderAbove) list.scrollTop += list.scrollHeight - before.height;
    else if (before.isAtEnd) list.scrollTop = list.scrollHeight;
    else if (end !== before.end) onNews(true);
    last.current = { isAtEnd: before.isAtEnd, height: list.scrollHeight, first, end };
  }, [rows, isAgentTyping, isOpen, box, onNews]);

  // The composer grows, images load and phones rotate: at the end the list stays at the end.
  useLayoutEffect(() => {
    const list = box.current;
    if (!list || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(() => {
      if (last.current.isAtEnd) list.scrollTop = list.scrollHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [box]);

  const handleScroll = () => {
    const list = box.current;
    if (!list) return;
    last.current.isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    if (last.current.isAtEnd) onNews(false);
    if (list.scrollTop < NEAR_PX && list.scrollHeight > list.clientHeight) onTop();
  };
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
    box.current?.focus();
  };
  return { toEnd, handleScroll };
}
