import type { MailAddress } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailRecipients } from '#features/tickets/outbox/outbox.ts';
import { AddressField } from './address-field.tsx';
import { tooMany, appendRecipients } from './addresses.ts';
import classes from './recipient-rows.module.css';

type Props = {
  recipients: MailRecipients;
  /** The other recipients of the last e-mail. */
  others: readonly MailAddress[];
  /** Focused on mount. */
  startsHere?: boolean;
  /** Shows addresses besides names, where it matters to which address the e-mail goes. */
  isFull?: boolean;
  onChange: (recipients: MailRecipients) => void;
};

/** To, Cc and Bcc. Cc and Bcc appear on demand. */
export function RecipientRows({ recipients, others, startsHere = false, isFull = false, onChange }: Props) {
  const { t } = useTranslation('tickets/mail');
  const [asked, setAsked] = useState({ cc: false, bcc: false });
  const { to, cc, bcc } = recipients;
  const missing = others.filter((one) => ![...to, ...cc, ...bcc].some(({ address }) => isSame(address, one)));
  const shows = { cc: asked.cc || cc.length > 0, bcc: asked.bcc || bcc.length > 0 };
  const over = tooMany(recipients);
  const set = (part: Partial<MailRecipients>) => onChange({ ...recipients, ...part });
  return (
    <div className={classes['rows']}>
      <div className={classes['first']}>
        <AddressField
          label={t('head.to')}
          people={to}
          isFull={isFull}
          isAsked={startsHere}
          onChange={(people) => set({ to: people })}
        />
        <span className={classes['more']} hidden={missing.length === 0 && shows.cc && shows.bcc}>
          {missing.length > 0 && (
            <button
              type="button"
              className={classes['ask']}
              onClick={() => set({ cc: appendRecipients(cc, missing) })}
            >
              {t('write.all')}
            </button>
          )}
          {!shows.cc && (
            <button type="button" className={classes['ask']} onClick={() => setAsked({ ...asked, cc: true })}>
              {t('head.cc')}
            </button>
          )}
          {!shows.bcc && (
            <button
              type="button"
              className={classes['ask']}
              onClick={() => setAsked({ ...asked, bcc: true })}
            >
              {t('head.bcc')}
            </button>
          )}
        </span>
      </div>
      {shows.cc && (
        <AddressField
          label={t('head.cc')}
          people={cc}
          isFull={isFull}
          isAsked={asked.cc}
          onChange={(people) => set({ cc: people })}
        />
      )}
      {shows.bcc && (
        <AddressField
          label={t('head.bcc')}
          people={bcc}
          isFull={isFull}
          isAsked={asked.bcc}
          onChange={(people) => set({ bcc: people })}
        />
      )}
      {over && (
        <p role="alert" className={classes['tooMany']}>
          {t(over.isOne ? 'write.tooManyInOne' : 'write.tooMany', over)}
        </p>
      )}
    </div>
  );
}

const isSame = (address: string, other: MailAddress): boolean =>
  address.toLowerCase() === other.address.toLowerCase();
