import type { VisitorCall } from '@trunkline/contract';
import { useState } from 'preact/hooks';
import { useTexts } from '../ui/context.ts';
import { Alternatives } from './alternatives.tsx';
import type { PartProps } from './part-props.ts';

const COMMENT_MAX = 1000;
const STARS = [1, 2, 3, 4, 5];
/** Reasons with which a call ends that nobody has answered. */
const UNANSWERED: ReadonlySet<VisitorCall['end_reason']> = new Set(['unanswered', 'abandoned', 'failed']);

/** Shown after a call: how it ended, and the rating. */
export function Ended({ control, view, texts }: PartProps) {
  const { call } = view;
  const wasAnswered = call?.end_reason === 'hung_up' || call?.end_reason === 'left';
  const isUnanswered = call?.end_reason === 'unanswered';
  return (
    <div class="notice call-ended">
      <h2 tabIndex={-1} data-start>
        {isUnanswered ? texts.unanswered : texts.ended}
      </h2>
      {isUnanswered && <p>{texts.unansweredText}</p>}
      {call && UNANSWERED.has(call.end_reason) && <Alternatives control={control} texts={texts} />}
      {wasAnswered && call.rating === null && <Rating control={control} texts={texts} />}
      {call?.rating != null && <p role="status">{texts.thanks}</p>}
      <button type="button" class="quiet" onClick={control.close}>
        {texts.back}
      </button>
    </div>
  );
}

function Rating({ control, texts }: Pick<PartProps, 'control' | 'texts'>) {
  const [rating, setRating] = useState(0);
  const [comment, setComment] = useState('');
  const excess = comment.length - COMMENT_MAX;
  const { tooLong } = useTexts();
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (rating > 0 && excess <= 0) void control.rate(rating, comment);
      }}
    >
      <fieldset class="call-stars">
        <legend>{texts.rate}</legend>
        {STARS.map((count) => (
          <label key={count} class={count <= rating ? 'on' : ''}>
            <input
              type="radio"
              name="rating"
              value={count}
              aria-label={texts.stars(count)}
              onChange={() => setRating(count)}
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </fieldset>
      {rating > 0 && (
        <>
          <div class="field">
            <label for="call-comment">{texts.comment}</label>
            <textarea
              id="call-comment"
              value={comment}
              onInput={(event) => setComment(event.currentTarget.value)}
            />
            {excess > 0 && (
              <p class="complaint" role="alert">
                {tooLong(excess)}
              </p>
            )}
          </div>
          <button type="submit" class="primary" aria-disabled={excess > 0}>
            {texts.sendRating}
          </button>
        </>
      )}
    </form>
  );
}
