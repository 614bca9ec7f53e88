import type { ComponentProps } from 'react';
import { ConfirmAddresses } from '../recipients/confirm-addresses.tsx';
import { EmailField } from './email-field.tsx';
import { RecipientRows } from '../recipients/recipient-rows.tsx';

type Props = {
  people: ComponentProps<typeof RecipientRows>;
  confirming: ComponentProps<typeof ConfirmAddresses>;
  field: ComponentProps<typeof EmailField>;
};

/** The parts of the composer that only e-mails need, loaded as one piece. */
export default function EmailEditor({ people, confirming, field }: Props) {
  return (
    <>
      <RecipientRows {...people} />
      <ConfirmAddresses {...confirming} />
      <EmailField {...field} />
    </>
  );
}
