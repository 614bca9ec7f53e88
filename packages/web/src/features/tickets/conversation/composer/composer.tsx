import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { lazyPart } from '#shared/loading/lazy-part.ts';
import { numberedChoicesText } from '@trunkline/contract';
import { Suspense, type Ref, useState } from 'react';
import { useConversationToAnswer } from '#features/tickets/page/ticket-context.ts';
import { ComposerBar } from './composer-bar.tsx';
import { ComposerHint } from './composer-hint.tsx';
import { ComposerTabs } from './composer-tabs.tsx';
import { DropZone } from '../files/drop-zone.tsx';
import { FileStrip } from '../files/file-strip.tsx';
import { MailField } from '../field/mail-field.tsx';
import { PlainField } from '../field/plain-field.tsx';
import { isNearLimit } from './text-length.ts';
import { TemplateList } from '../field/template-list.tsx';
import { type ComposerMenu, type ComposerHandle, type Composing, useComposer } from './use-composer.ts';

// These parts are loaded when first needed. Few replies are overtaken by another message.
const NewsLine = lazyPart(() => import('../news-line.tsx'));
// Only some channels limit when customers can be replied to.
const WindowLine = lazyPart(() => import('#features/tickets/answer-window/window-line.tsx'));
// Only some customers write on several accounts.
const AnswerPlace = lazyPart(() => import('#features/tickets/answer-window/answer-place.tsx'));
// Only the tickets of calls and web forms have nothing to answer on.
const AnswerChannels = lazyPart(() => import('#features/tickets/answer-window/answer-channels.tsx'));
// Only text messages are counted.
const SmsCount = lazyPart(() => import('./sms-count.tsx'));
// Few replies have options.
const ChoicesField = lazyPart(() => import('#features/tickets/choices/choices-field.tsx'));
// Few texts come near the maximum length.
const LengthLine = lazyPart(() => import('./length-line.tsx'));
// Few replies are scheduled.
const SendLater = lazyOverlay(() => import('#features/tickets/scheduled/send-later.tsx'));
const MentionList = lazyPart(() => import('#features/tickets/mentions/mention-list.tsx'));

const TEMPLATES_ID = 'reply-templates';
const MENTIONS_ID = 'mentions';

type Props = {
  ref: Ref<ComposerHandle>;
  /** No pane is open to the right, so floating elements in the corner have to make room. */
  fillsCorner: boolean;
  /** Scrolls to the newest message. */
  onShow: () => void;
};

/** The composer for replies and notes. */
export function Composer({ ref, fillsCorner, onShow }: Props) {
  const composer = useComposer(ref);
  const { kinds, kind, choose, draft, state, change, uploads, canSend, send, templates, mentions } = composer;
  const { isByEmail, news, answerWindow, choices, length } = composer;
  const isNote = kind === 'note';
  const choice = choiceOf(composer);
  const [isChoosingTime, setChoosingTime] = useState(false);

  return (
    <DropZone kind={kind} fillsCorner={fillsCorner} onFiles={uploads.add}>
      <ComposerTabs kinds={kinds} kind={kind} state={state} onChange={choose} />
      {!isNote && <ComposerHint addressee={composer.addressee} />}
      {!isNote && <WhereItGoes />}
      {!isNote && answerWindow && (
        <Suspense>
          <WindowLine window={answerWindow} />
        </Suspense>
      )}
      {templates.isOpen && (
        <TemplateList
          id={TEMPLATES_ID}
          templates={templates.found}
          active={templates.index}
          failed={templates.failed}
          onPick={templates.pick}
        />
      )}
      {mentions.isOpen && (
        <Suspense>
          <MentionList
            id={MENTIONS_ID}
            people={mentions.found}
            active={mentions.index}
            onPick={mentions.pick}
          />
        </Suspense>
      )}
      {isByEmail ? (
        <MailField composer={composer} choice={choice} />
      ) : (
        <PlainField composer={composer} choice={choice} />
      )}
      <FileStrip
        files={draft.files}
        uploads={uploads.uploads}
        onRemove={(id) => change({ files: draft.files.filter((file) => file.id !== id) })}
        onCancel={uploads.remove}
        onRetry={uploads.retry}
      />
      {isNearLimit(length) && (
        <Suspense>
          <LengthLine length={length} />
        </Suspense>
      )}
      {!isNote && <BelowReply composer={composer} />}
      {news && (
        <Suspense>
          <NewsLine news={news} onShow={onShow} />
        </Suspense>
      )}
      <ComposerBar
        isAsked={news?.isAsked ?? false}
        isNote={isNote}
        isByEmail={isByEmail}
        canSend={canSend}
        choices={isNote ? null : choices.forBar}
        onFiles={uploads.add}
        onInsert={composer.insert}
        onSend={(solve) => void send(solve)}
        onLater={() => setChoosingTime(true)}
      />
      <ChooseTime
        isOpen={isChoosingTime}
        isByEmail={isByEmail}
        onPick={(at) => void send(false, { at })}
        onClose={() => setChoosingTime(false)}
      />
    </DropZone>
  );
}

/** Shows where the reply goes, with a choice if there is one. */
function WhereItGoes() {
  const { hasPlaces, wroteLast, canStart } = useConversationToAnswer();
  return (
    <Suspense>
      {canStart && <AnswerChannels />}
      {(hasPlaces || wroteLast) && <AnswerPlace />}
    </Suspense>
  );
}

type ChooseTimeProps = {
  isOpen: boolean;
  isByEmail: boolean;
  onPick: (at: string) => void;
  onClose: () => void;
};

function ChooseTime({ isOpen, ...dialog }: ChooseTimeProps) {
  if (!isOpen) return null;
  return <SendLater {...dialog} />;
}

/** What only some channels have below the text: options, and the number of text messages. */
function BelowReply({ composer: { draft, choices } }: { composer: Composing }) {
  const { traits } = useConversationToAnswer();
  const isSms = traits?.isSegmented === true;
  return (
    <Suspense>
      {choices.limits && choices.isOpen && (
        <ChoicesField
          choices={choices}
          limits={choices.limits}
          isSms={isSms}
          hasText={draft.body.trim() !== ''}
        />
      )}
      {isSms && (
        <SmsCount text={numberedChoicesText(draft.body, choices.given)} hasFiles={draft.files.length > 0} />
      )}
    </Suspense>
  );
}

/** Returns the open menu below the field, with the entry that Enter selects. */
function choiceOf({ templates, mentions }: Composing): ComposerMenu {
  if (mentions.isOpen) return { list: MENTIONS_ID, active: `${MENTIONS_ID}-${mentions.index}` };
  const hasTemplates = templates.isOpen && templates.found.length > 0;
  return hasTemplates ? { list: TEMPLATES_ID, active: `${TEMPLATES_ID}-${templates.index}` } : null;
}
