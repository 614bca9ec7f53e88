import type { CallKind } from '@trunkline/contract';
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { LIMITS } from '../limits.ts';
import { knownValues } from '../chat/state.ts';
import { useChat, useSession, useTexts } from '../ui/context.ts';
import { useFocusOnChange } from '../ui/focus.ts';
import { Icon } from '../ui/icon.tsx';
import { CallIcon } from './call-icon.tsx';
import { Alternatives } from './alternatives.tsx';
import { CallBackStatus, RingingCallBack, MessageArrived } from '../talk/call-back-status.tsx';
import { CallBackForm } from './call-back-form.tsx';
import { createCall, type CallPurpose } from './call.ts';
import type { WidgetCallView } from './follow-call.ts';
import style from './call.css?inline';
import { Ended } from './ended.tsx';
import { MessageForm } from './message-form.tsx';
import { Talking } from '../talk/talking.tsx';
import type { PartProps } from './part-props.ts';
import { CALL_TEXTS } from './texts.ts';
import { useStoreValue } from './use-store-value.ts';

export { watchCallBack } from './watch-call-back.ts';

export type CallProps = { kind: CallPurpose };

// The styles are part of this script, so that the frame needs no loader for style sheets.
document.head.append(Object.assign(document.createElement('style'), { textContent: style }));

/** A call from the widget: the form, waiting, the call itself, and the rating. */
export function CallPanel({ kind }: CallProps) {
  const session = useSession();
  const { language } = useChat();
  const control = useMemo(() => createCall(session, kind), [session, kind]);
  const view = useStoreValue(control.view);
  const texts = CALL_TEXTS[language];
  useEffect(() => {
    if (kind === 'again') void control.resume();
    else if (kind === 'call-back') void control.showCallBack();
    else if (session.store.get().hasCallBack) control.listen();
    return control.stop;
  }, [control, kind, session]);

  useFocusOnChange(`${view.status} ${view.form}`);
  const part = { control, view, texts };
  if (view.form === 'message') return <MessageForm {...part} />;
  if (view.form === 'call-back') return <CallBackForm {...part} />;
  if (view.status === 'asking' && (kind === 'voice' || kind === 'video')) {
    return <Asking {...part} kind={kind} />;
  }
  const Part = PARTS[view.status];
  if (Part) return <Part {...part} />;
  return (
    <div class="notice" role="status">
      <p>{texts.connecting}</p>
    </div>
  );
}

const PARTS: Partial<Record<WidgetCallView['status'], ComponentType<PartProps>>> = {
  over: Ended,
  removed: Removed,
  failed: Failed,
  busy: Failed,
  'lines-busy': Failed,
  on: Talking,
  written: MessageArrived,
  arranged: CallBackStatus,
  rings: RingingCallBack,
};

function Asking({ control, texts, kind }: PartProps & { kind: CallKind }) {
  const state = useChat();
  const { store } = useSession();
  const [name, setName] = useState(knownValues(state).name ?? '');
  const [isMissing, setMissing] = useState(false);
  const { tooLong } = useTexts();
  const excess = name.trim().length - LIMITS.name;
  const problem = isMissing ? texts.nameMissing : excess > 0 ? tooLong(excess) : null;
  const handleSubmit = (event: Event) => {
    event.preventDefault();
    if (name.trim() === '') return setMissing(true);
    if (excess > 0) return;
    void control.start(name.trim());
  };
  return (
    <form class="form call-ask" noValidate onSubmit={handleSubmit}>
      <p class="intro">{texts.who}</p>
      <div class="field">
        <label for="caller">{texts.name}</label>
        <input
          id="caller"
          data-start
          autoComplete="name"
          value={name}
          aria-invalid={problem !== null}
          aria-describedby={problem ? 'caller-problem' : undefined}
          onInput={(event) => {
            const { value } = event.currentTarget;
            setName(value);
            store.set({ typed: { ...store.get().typed, name: value } });
            setMissing(false);
          }}
        />
        {problem && (
          <p id="caller-problem" class="complaint" role="alert">
            {problem}
          </p>
        )}
      </div>
      <button type="submit" class="primary">
        <CallIcon name={kind} size={18} /> {texts.start[kind]}
      </button>
      <button type="button" class="quiet" onClick={control.close}>
        {texts.back}
      </button>
    </form>
  );
}

function Removed({ control, texts }: PartProps) {
  return (
    <div class="notice" role="alert">
      <Icon name="alert" size={30} />
      <p>{texts.removed}</p>
      <button type="button" class="quiet" onClick={control.close}>
        {texts.back}
      </button>
    </div>
  );
}

function Failed({ control, view, texts }: PartProps) {
  const isFull = view.status === 'lines-busy';
  return (
    <div class="notice" role="alert">
      <Icon name="alert" size={30} />
      <p>{isFull ? texts.linesBusy : view.status === 'busy' ? texts.busy : texts.failed}</p>
      {view.status !== 'busy' && <Alternatives control={control} texts={texts} />}
      {view.call && view.call.state !== 'ended' && (
        <button type="button" class="primary" onClick={() => void control.resume()}>
          {texts.again}
        </button>
      )}
      <button type="button" class="quiet" onClick={control.close}>
        {texts.back}
      </button>
    </div>
  );
}
