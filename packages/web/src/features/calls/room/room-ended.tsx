import { Button, Rating, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { rateRoom } from '@trunkline/contract';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import classes from './room-page.module.css';
import type { GuestToken } from './use-room-wait.ts';

const COMMENT_MAX = 1000;

type Props = {
  /** Thanks those who were in the call. */
  wasIn?: boolean;
  /** The entrance by which the customer rates the call; other guests are not asked. */
  rating?: GuestToken | undefined;
};

/** Shown when the call has ended for everybody and cannot be joined again. */
export function Ended({ wasIn = false, rating }: Props) {
  const { t } = useTranslation('calls');
  return (
    <section className={classes['sentence']}>
      <div role="alert">
        <h1>{t('room.ended')}</h1>
        <p>{wasIn ? t('room.thanks') : t('room.endedText')}</p>
      </div>
      {rating && <RatingForm entrance={rating} />}
    </section>
  );
}

function RatingForm({ entrance: { name, token } }: { entrance: GuestToken }) {
  const { t } = useTranslation('calls');
  const [rating, setRating] = useState(0);
  const [comment, setComment] = useState('');
  const send = useMutation({
    mutationFn: () => call(rateRoom, { params: { name }, body: { token, rating, comment } }),
  });
  // A rating was given already, for example in another window, so it counts as sent.
  const isKnown = send.error instanceof ApiError && send.error.code === 'conflict';
  if (send.isSuccess || isKnown) return <p role="status">{t('room.rated')}</p>;

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    send.mutate();
  }

  return (
    <form className={classes['rating']} onSubmit={handleSubmit}>
      <fieldset>
        <legend>{t('room.rate')}</legend>
        <Rating
          size="xl"
          value={rating}
          onChange={setRating}
          getSymbolLabel={(count) => t('room.stars', { count })}
        />
      </fieldset>
      {rating > 0 && (
        <>
          <Textarea
            label={t('room.comment')}
            maxLength={COMMENT_MAX}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <Button type="submit" loading={send.isPending}>
            {t('room.sendRating')}
          </Button>
        </>
      )}
      {send.isError && <p role="alert">{t('room.unreachableText')}</p>}
    </form>
  );
}
