import type { PartProps } from './part-props.ts';

/** Closes a form and returns to the call that still waits, or to the chat. */
export function BackButton({ control, view, texts }: PartProps) {
  const isWaiting = view.status === 'on';
  const isAlone = view.status === 'asking';
  return (
    <button type="button" class="quiet" onClick={() => (isAlone ? control.close() : control.fillIn(null))}>
      {isWaiting ? texts.goOnWaiting : isAlone ? texts.back : texts.goBack}
    </button>
  );
}
