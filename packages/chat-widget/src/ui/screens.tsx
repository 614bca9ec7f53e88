import { leaveMessage, startChat } from '../chat/chat-actions.ts';
import { OFFLINE_FIELDS } from '../chat/form.ts';
import { load } from '../chat/load.ts';
import { knownValues } from '../chat/state.ts';
import { useChat, useSession, useTexts } from './context.ts';
import { Icon } from './icon.tsx';
import { VisitorForm } from './visitor-form.tsx';

export function LoadingScreen() {
  const texts = useTexts();
  return (
    <div class="skeleton" role="status" aria-label={texts.loading}>
      <span class="bone" />
      <span class="bone wide" />
      <span class="bone own" />
      <span class="bone" />
    </div>
  );
}

export function FailedScreen() {
  const { load: loaded } = useChat();
  const session = useSession();
  const texts = useTexts();
  const problem = loaded.status === 'failed' ? loaded.problem : 'server';
  const isFinal = problem === 'refused' || problem === 'gone';
  return (
    <div class="notice" role="alert">
      <Icon name="alert" size={30} />
      <h2>{texts.failedTitle}</h2>
      <p>{texts.problem[problem]}</p>
      {!isFinal && (
        <button type="button" class="primary" data-start onClick={() => void load(session)}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}

export function StartScreen() {
  const state = useChat();
  const session = useSession();
  const texts = useTexts();
  return (
    <div class="sheet">
      <p class="intro">{texts.formIntro}</p>
      <VisitorForm
        fields={state.settings?.pre_chat ?? []}
        known={knownValues(state)}
        questionLabel={texts.fields.question}
        submit={texts.startChat}
        submitting={texts.starting}
        onSubmit={(values, clientKey) => startChat(session, values, clientKey)}
      />
      <CallButtons />
      {state.hasCallBack && <CallBackButton />}
    </div>
  );
}

/** Buttons to call instead of writing, where calls are enabled and an agent is available. */
function CallButtons() {
  const { settings } = useChat();
  const { store } = useSession();
  const texts = useTexts();
  const kinds = (['voice', 'video'] as const).filter((kind) => settings?.calls[kind]);
  if (kinds.length === 0) return null;
  return (
    <div class="calls">
      {kinds.map((kind) => (
        <button key={kind} type="button" class="quiet" onClick={() => store.set({ calling: kind })}>
          {texts.call[kind]}
        </button>
      ))}
    </div>
  );
}

/** Shows the requested call-back, or requests one where no agent is available. */
export function CallBackButton() {
  const { hasCallBack } = useChat();
  const { store } = useSession();
  const { callBack } = useTexts();
  return (
    <button type="button" class="quiet" onClick={() => store.set({ calling: 'call-back' })}>
      {hasCallBack ? callBack.show : callBack.ask}
    </button>
  );
}

export function OfflineScreen() {
  const state = useChat();
  const session = useSession();
  const texts = useTexts();
  return (
    <div class="sheet">
      <p class="intro">{texts.offlineIntro}</p>
      <VisitorForm
        fields={OFFLINE_FIELDS}
        known={knownValues(state)}
        questionLabel={texts.offlineQuestion}
        submit={texts.leave}
        submitting={texts.leaving}
        onSubmit={(values, clientKey) => leaveMessage(session, values, clientKey)}
      />
      {(state.hasCallBack || state.settings?.calls.voice) && <CallBackButton />}
    </div>
  );
}

export function LeftScreen() {
  const { chat, settings } = useChat();
  const { store } = useSession();
  const texts = useTexts();
  const email = settings?.can_mail && chat.visitor?.email;
  return (
    <div class="notice" role="status">
      <span class="done">
        <Icon name="check" size={28} />
      </span>
      <h2 tabIndex={-1} data-start>
        {texts.leftTitle}
      </h2>
      <p>{email ? texts.leftText(email) : texts.leftTextPlain}</p>
      <button
        type="button"
        class="primary"
        onClick={() => store.set({ hasLeftMessage: false, isStartingAgain: true })}
      >
        {texts.leaveAnother}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => store.set({ hasLeftMessage: false, isStartingAgain: false })}
      >
        {texts.showHistory}
      </button>
    </div>
  );
}
