import type { ComponentProps } from 'react';
import { LetterField } from './letter-field.tsx';
import { RecipientRows } from './recipient-rows.tsx';

type Props = { people: ComponentProps<typeof RecipientRows>; field: ComponentProps<typeof LetterField> };

/** Everything of a mail that other messages do not have, in one piece: loaded with the first mail. */
export default function LetterWriter({ people, field }: Props) {
  return (
    <>
      <RecipientRows {...people} />
      <LetterField {...field} />
    </>
  );
}
