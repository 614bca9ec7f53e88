import type { PartProps } from './part-props.ts';

/** Offers a message or a call-back to callers whom nobody has answered. */
export function Alternatives({ control, texts }: Pick<PartProps, 'control' | 'texts'>) {
  return (
    <div class="call-alternatives">
      <button type="button" class="secondary" onClick={() => control.fillIn('message')}>
        {texts.leaveMessage}
      </button>
      <button type="button" class="secondary" onClick={() => control.fillIn('call-back')}>
        {texts.callMeBack}
      </button>
    </div>
  );
}
