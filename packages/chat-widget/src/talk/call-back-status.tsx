import type { VisitorCallBack } from '@trunkline/contract';
import { useEffect } from 'preact/hooks';
import { chime } from '../chat/chime.ts';
import { useChat } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';
import { Alternatives } from '../call/alternatives.tsx';
import { CallIcon } from '../call/call-icon.tsx';
import type { PartProps } from '../call/part-props.ts';
import type { CallTexts } from '../call/texts.ts';

const CHIME_EVERY_MS = 2500;

/** The requested call-back: its time, or its result. */
export function CallBackStatus({ control, view, texts }: PartProps) {
  const { language, settings } = useChat();
  const { callBack } = view;
  if (!callBack) return <div class="notice" role="status" />;
  const isComing = callBack.state === 'waiting' || callBack.state === 'ringing';
  return (
    <div class="notice" role="status">
      <h2 tabIndex={-1} data-start>
        {titleOf(callBack, texts, language)}
      </h2>
      {isComing && (
        <>
          <p>
            {texts.callBack.stay} {settings?.can_mail && texts.callBack.mailed}
          </p>
          <button type="button" class="secondary" onClick={() => void control.cancelCallBack()}>
            {texts.callBack.cancel}
          </button>
        </>
      )}
      {callBack.state === 'missed' && <Alternatives control={control} texts={texts} />}
      <button type="button" class="quiet" onClick={control.close}>
        {texts.back}
      </button>
    </div>
  );
}

function titleOf(callBack: VisitorCallBack, { callBack: texts }: CallTexts, language: string): string {
  const { state, reason, due_at: dueAt, next_at: nextAt } = callBack;
  const at = (time: string) =>
    new Intl.DateTimeFormat(language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(time));
  switch (state) {
    case 'waiting':
      if (reason !== null && nextAt !== null) return texts.again(at(nextAt));
      return Date.parse(dueAt) > Date.now() ? texts.atTitle(at(dueAt)) : texts.soonTitle;
    case 'ringing':
    case 'calling':
      return texts.soonTitle;
    case 'done':
      return texts.done;
    case 'cancelled':
      return texts.cancelled;
    case 'missed':
      if (reason === 'declined') return texts.declined;
      return reason === 'not_reached' ? texts.notReached : texts.missed;
  }
}

/** An agent calls back: it rings until the visitor accepts or declines. */
export function RingingCallBack({ control, view, texts }: PartProps) {
  useEffect(() => {
    chime();
    const timer = setInterval(chime, CHIME_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const name = view.call?.agent_name ?? '';
  return (
    <div class="notice call-ringing" role="alert">
      <span class="call-pulse" aria-hidden="true">
        <CallIcon name="voice" size={32} />
      </span>
      <h2 tabIndex={-1} data-start>
        {texts.callBack.rings(name)}
      </h2>
      {view.call?.is_recorded && <p>{texts.recorded}</p>}
      <button type="button" class="primary" onClick={() => void control.answer(true)}>
        {texts.callBack.accept}
      </button>
      <button type="button" class="quiet" onClick={() => void control.answer(false)}>
        {texts.callBack.notNow}
      </button>
    </div>
  );
}

/** Confirms that the message has arrived. */
export function MessageArrived({ control, texts }: PartProps) {
  const { settings } = useChat();
  return (
    <div class="notice" role="status">
      <span class="done">
        <Icon name="check" size={28} />
      </span>
      <h2 tabIndex={-1} data-start>
        {texts.message.done}
      </h2>
      <p>{settings?.can_mail ? texts.message.doneTextMailed : texts.message.doneText}</p>
      <button type="button" class="quiet" onClick={control.close}>
        {texts.back}
      </button>
    </div>
  );
}
