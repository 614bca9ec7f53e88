import type { ComponentProps } from 'react';
import { ConfirmAddresses } from '../recipients/confirm-addresses.tsx';
import { EmailField } from './email-field.tsx';
import { RecipientRows } from '../recipients/recipient-rows.tsx';

type Props = {
  people: ComponentProps<typeof RecipientRows>;
  confirming: ComponentProps<typeof ConfirmAddresses>;
  field: ComponentProps<typeof EmailField>;
};

/** Everything of a mail that other messages do not have, in one piece: loaded with the first mail. */
export default function EmailEditor({ people, confirming, field }: Props) {
  return (
    <>
      <RecipientRows {...people} />
      <ConfirmAddresses {...confirming} />
      <EmailField {...field} />
    </>
  );
}
