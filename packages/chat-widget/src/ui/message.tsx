import type { FileRef, Language } from '@trunkline/contract';
import { useMemo } from 'preact/hooks';
import { retryMessage } from '../chat/chat-actions.ts';
import { linkify } from '../chat/linkify.ts';
import { exactLabel, timeLabel, type MessageRow } from '../chat/rows.ts';
import { discardMessage } from '../sending/sending.ts';
import { sizeText } from '@trunkline/contract/size-text';
import { useSession, useTexts } from './context.ts';
import { AgentInitial } from './header.tsx';
import { Icon, type IconName } from './icon.tsx';

type Props = { row: MessageRow; language: Language; isLost: boolean };

const PICTURE = /^image\/(png|jpeg|gif|webp)$/;

export function Message({ row, language, isLost }: Props) {
  const texts = useTexts();
  const isOwn = row.from === 'visitor';
  const author = isOwn ? texts.you : row.author || texts.somebody;
  const classes = [
    'message',
    isOwn ? 'own' : 'theirs',
    row.isFirstOfRun && 'first',
    row.isLastOfRun && 'last',
  ];
  return (
    <div class={classes.filter(Boolean).join(' ')}>
      {!isOwn && row.isFirstOfRun && (
        <p class="author" aria-hidden="true">
          {author}
        </p>
      )}
      {!isOwn && row.isLastOfRun && <AgentInitial name={author} />}
      <span class="hidden">{texts.said(author, timeLabel(row.createdAt, language))}: </span>
      {row.body && (
        <div class="bubble" title={exactLabel(row.createdAt, language)}>
          <Text text={row.body} />
        </div>
      )}
      {row.files.map((file) => (
        <File key={file.id} file={file} language={language} />
      ))}
      <Foot row={row} language={language} isLost={isLost} />
    </div>
  );
}

function Foot({ row, language, isLost }: Props) {
  const session = useSession();
  const texts = useTexts();
  const { outgoing } = row;
  if (outgoing?.refusal)
    return (
      <p class="foot-note bad">
        <Icon name="alert" size={14} />
        <span>{texts.refusal[outgoing.refusal]}</span>
        <button type="button" onClick={() => retryMessage(session, outgoing)}>
          {texts.resend}
        </button>
        <button type="button" onClick={() => discardMessage(session, outgoing.client_key)}>
          {texts.discard}
        </button>
      </p>
    );
  if (!row.isLastOfRun && !(row.showsState && outgoing)) return null;
  const state = row.showsState && row.from === 'visitor' ? stateOf(row, isLost) : null;
  return (
    <p class="foot-note">
      <time dateTime={row.createdAt} aria-hidden="true">
        {timeLabel(row.createdAt, language)}
      </time>
      {state && (
        <span class="state">
          <Icon name={STATE_ICONS[state]} size={14} />
          {texts.state[state]}
        </span>
      )}
    </p>
  );
}

type SendState = 'sending' | 'offline' | 'sent' | 'delivered' | 'read';
const STATE_ICONS: Record<SendState, IconName> = {
  sending: 'clock',
  offline: 'clock',
  sent: 'check',
  delivered: 'check',
  read: 'checks',
};

function stateOf({ outgoing, state }: MessageRow, isLost: boolean): SendState {
  if (outgoing) return isLost ? 'offline' : 'sending';
  return state === 'read' || state === 'delivered' ? state : 'sent';
}

/** A text with its addresses as links. A message is never treated as HTML. */
function Text({ text }: { text: string }) {
  const pieces = useMemo(() => linkify(text), [text]);
  return (
    <>
      {pieces.map((piece, index) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        ),
      )}
    </>
  );
}

function File({ file, language }: { file: FileRef; language: Language }) {
  const texts = useTexts();
  const isPicture = PICTURE.test(file.mime);
  return (
    <a
      class={isPicture ? 'picture' : 'file'}
      href={file.url}
      target="_blank"
      rel="noopener"
      aria-label={isPicture ? texts.file.open(file.name) : undefined}
    >
      {isPicture ? (
        <img src={file.url} alt="" loading="lazy" />
      ) : (
        <>
          <Icon name="file" />
          <span class="file-name">{file.name}</span>
          <span class="file-size">{sizeText(file.size, language)}</span>
        </>
      )}
    </a>
  );
}
