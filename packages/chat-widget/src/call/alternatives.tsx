import type { PartProps } from './part.ts';

/** What somebody can do who is not answered: write, or be called. */
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
