import type { FileRef } from '@trunkline/contract';
import type { TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { write } from '../chat/chat-actions.ts';
import { sendTyping } from '../chat/typing.ts';
import { removeFile } from '../sending/uploads.ts';
import { LIMITS } from '../limits.ts';
import { useChat, useSession, useTexts } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { LazyPart } from '../ui/lazy-part.tsx';
import { UploadTray } from './upload-tray.tsx';

type Props = { takesFiles: boolean; onFiles: (files: FileList | null) => void };

const loadEmoji = () => import('../ui/foot-parts.ts').then(({ EmojiPicker }) => EmojiPicker);

const isTouch = () => window.matchMedia('(pointer: coarse)').matches;

export function Composer({ takesFiles, onFiles }: Props) {
  const session = useSession();
  const { uploads } = useChat();
  const texts = useTexts();
  const { body, setBody, field, insert } = useDraft();
  const [isPicking, setPicking] = useState(false);
  const closeEmoji = () => setPicking(false);
  const files = uploads.flatMap(({ file }) => file ?? []);
  const excess = [...body].length - LIMITS.visitorBody;
  const canSend = files.length === uploads.length && excess <= 0 && (body.trim() !== '' || files.length > 0);

  const send = () => {
    if (!canSend) return;
    write(session, body.trim(), files satisfies FileRef[]);
    setBody('');
    setPicking(false);
    for (const { id } of uploads) removeFile(session, id);
    field.current?.focus();
  };
  const handleKey = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    // On a phone Enter inserts a new line, as in other apps there; during composition it selects a word of an input
    // method.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isTouch()) return;
    event.preventDefault();
    send();
  };
  const handleInput = (event: TargetedEvent<HTMLTextAreaElement>) => {
    setBody(event.currentTarget.value);
    sendTyping(session, event.currentTarget.value.trim() !== '');
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.files;
    if (!takesFiles || !pasted || pasted.length === 0) return;
    event.preventDefault();
    onFiles(pasted);
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isPicking && (
        <LazyPart load={loadEmoji} props={{ onPick: insert, onClose: closeEmoji }} onFailed={closeEmoji} />
      )}
      <UploadTray />
      <textarea
        ref={field}
        rows={1}
        value={body}
        aria-label={texts.write}
        placeholder={texts.placeholder}
        data-start
        onInput={handleInput}
        onKeyDown={handleKey}
        onPaste={handlePaste}
      />
      {excess > 0 && (
        <p class="complaint" role="alert">
          {texts.tooLong(excess)}
        </p>
      )}
      <div class="tools">
        {takesFiles && <AttachButton onFiles={onFiles} />}
        <button
          type="button"
          class="tool emoji-button"
          aria-label={texts.emoji}
          title={texts.emoji}
          aria-expanded={isPicking}
          onClick={() => setPicking(!isPicking)}
        >
          <Icon name="emoji" />
        </button>
        <span class="gap" />
        <button
          type="submit"
          class="send"
          aria-label={texts.send}
          title={texts.send}
          aria-disabled={!canSend}
        >
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

function AttachButton({ onFiles }: Pick<Props, 'onFiles'>) {
  const texts = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="tool"
        aria-label={texts.attach}
        title={texts.attach}
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.attach}
        onChange={(event) => {
          onFiles(event.currentTarget.files);
          event.currentTarget.value = ''; // so that choosing the same file again is a change
        }}
      />
    </>
  );
}

/** The text being written, kept over reloads, in a field that grows with it. */
function useDraft() {
  const { storage } = useSession();
  const [body, keep] = useState(() => storage.read('draft') ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const setBody = (text: string) => {
    keep(text);
    if (text) storage.write('draft', text);
    else storage.remove('draft');
  };
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, 132)}px`;
  }, [body]);
  const insert = (text: string) => {
    const { selectionStart: start, selectionEnd: end } = field.current ?? {
      selectionStart: 0,
      selectionEnd: 0,
    };
    setBody(body.slice(0, start) + text + body.slice(end));
    requestAnimationFrame(() => field.current?.setSelectionRange(start + text.length, start + text.length));
  };
  return { body, setBody, field, insert };
}
