import type { PartProps } from './part.ts';

/** Out of a form, to what was there before: the call that still waits, or the chat. */
export function BackButton({ control, view, texts }: PartProps) {
  const isWaiting = view.status === 'on';
  const isAlone = view.status === 'asking';
  return (
    <button type="button" class="quiet" onClick={() => (isAlone ? control.close() : control.fillIn(null))}>
      {isWaiting ? texts.goOnWaiting : isAlone ? texts.back : texts.goBack}
    </button>
  );
}
