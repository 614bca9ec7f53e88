import { useState, type Dispatch } from 'preact/hooks';
import { refreshAvailability } from '../chat/load.ts';
import { addFiles } from '../sending/uploads.ts';
import { Composer } from '../composer/composer.tsx';
import { useChat, useSession, useTexts } from './context.ts';
import { LazyPart } from './lazy-part.tsx';
import { MessageList } from './message-list.tsx';
import type { Sheet } from './menu.tsx';
import { StatusLine } from './status-line.tsx';

type Props = { isEnded: boolean; sheet: Sheet | null; onSheet: Dispatch<Sheet | null> };

// Loaded when a sheet is first opened.
const loadQuestion = () => import('./foot-parts.ts').then(({ ConfirmSheet }) => ConfirmSheet);

export function Conversation({ isEnded, sheet, onSheet }: Props) {
  const { chat, uploads } = useChat();
  const session = useSession();
  const texts = useTexts();
  const [isOver, setOver] = useState(false);
  const [leftOut, setLeftOut] = useState(0);
  // Files can be sent once the chat has begun, because the server needs to know the visitor.
  const onClose = () => onSheet(null);
  const takesFiles = !isEnded && chat.status !== 'none';
  const attachFiles = (files: FileList | null | undefined) => {
    if (files && files.length > 0) setLeftOut(addFiles(session, [...files]));
  };
  const handleDrag = (event: DragEvent) => {
    if (!takesFiles || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type !== 'dragleave' && event.type !== 'drop');
    if (event.type === 'drop') attachFiles(event.dataTransfer.files);
  };
  return (
    <div
      class="conversation"
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrag}
    >
      <StatusLine />
      <MessageList />
      <div class="foot">
        {leftOut > 0 && uploads.length > 0 && (
          <p class="complaint" role="alert">
            {texts.file.tooMany(leftOut)}
          </p>
        )}
        {sheet && <LazyPart load={loadQuestion} props={{ sheet, onClose }} onFailed={onClose} />}
        {!sheet && isEnded && <EndedBar onSheet={onSheet} />}
        {!sheet && !isEnded && <Composer takesFiles={takesFiles} onFiles={attachFiles} />}
      </div>
      {isOver && <p class="drop">{texts.drop}</p>}
    </div>
  );
}

function EndedBar({ onSheet }: { onSheet: Dispatch<Sheet | null> }) {
  const { settings, messages } = useChat();
  const session = useSession();
  const texts = useTexts();
  const startAgain = async () => {
    await refreshAvailability(session);
    session.store.set({ isStartingAgain: true });
  };
  return (
    <div class="ended">
      <p>{texts.endedTitle}</p>
      <button type="button" class="primary" data-start onClick={() => void startAgain()}>
        {settings?.is_online ? texts.startAgain : texts.leaveInstead}
      </button>
      {settings?.can_mail && messages.length > 0 && (
        <button type="button" class="quiet" onClick={() => onSheet('transcript')}>
          {texts.transcript}
        </button>
      )}
    </div>
  );
}
