import { exactTime, number, shortDate } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Radio } from '@mantine/core';
import type { Customer } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomer } from '../api.ts';
import { CustomerPicker } from '../customer-picker.tsx';
import classes from './merge.module.css';
import { mergeFailure, useMerge } from './merge-api.ts';

type Props = {
  customer: Customer;
  /** Null while the other customer is still to be chosen. */
  other: Customer | null;
  onDone: (merged: Customer) => void;
  onClose: () => void;
};

/** Shows two customers side by side, one of whom is merged into the other. */
export function MergeDialog({ customer, other, onDone, onClose }: Props) {
  const { t } = useTranslation('customers');
  const [chosen, setChosen] = useState(other);
  return (
    <Dialog title={t('merge.dialog')} onClose={onClose} width={680}>
      {chosen ? (
        <Compared
          left={customer.id}
          right={chosen.id}
          onBack={() => setChosen(null)}
          onDone={onDone}
          onClose={onClose}
        />
      ) : (
        <CustomerPicker except={customer.id} hint={t('merge.other-hint')} onPick={setChosen} />
      )}
    </Dialog>
  );
}

type ComparedProps = {
  left: number;
  right: number;
  onBack: () => void;
  onDone: (merged: Customer) => void;
  onClose: () => void;
};

/** Fetches both anew, so that changes by others are seen before the merge. */
function Compared({ left, right, onBack, onDone, onClose }: ComparedProps) {
  const { t } = useTranslation('customers');
  const { t: shared } = useTranslation('shared');
  const [one, two] = [useCustomer(left).data, useCustomer(right).data];
  const merge = useMerge(onDone);
  const [stays, setStays] = useState(left);
  if (!one || !two) return null;
  const pair = stays === left ? { target: one, source: two } : { target: two, source: one };
  return (
    <div className={classes['merge']}>
      <p className={classes['hint']}>{t('merge.hint')}</p>
      {merge.error && <Notice kind="failed">{t(`merge.${mergeFailure(merge.error)}`)}</Notice>}
      <div className={classes['scroll']} role="region" aria-label={t('merge.dialog')} tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="row">{t('merge.stays')}</th>
              {[one, two].map(({ id, name }) => (
                <td key={id}>
                  <Radio
                    name="stays"
                    checked={stays === id}
                    onChange={() => setStays(id)}
                    label={t('merge.stays-name', { name })}
                  />
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row label={t('merge.row.name')} of={nameOf} pair={[one, two]} />
            <Row label={t('merge.row.company')} of={(customer) => customer.company} pair={[one, two]} />
            <Row
              label={t('merge.row.identities')}
              of={({ identities }) =>
                // A chat visitor's id means nothing to people, so its kind is shown instead.
                identities
                  .map(({ kind, value }) => (kind === 'visitor' ? shared('identity.visitor') : value))
                  .join('\n')
              }
              pair={[one, two]}
            />
            <Row
              label={t('merge.row.tickets')}
              of={(customer) => number(customer.total_tickets)}
              pair={[one, two]}
            />
            <Row
              label={t('merge.row.last-contact')}
              of={(customer) => (customer.last_contact_at ? exactTime(customer.last_contact_at) : t('never'))}
              pair={[one, two]}
            />
            <Row
              label={t('merge.row.since')}
              of={(customer) => shortDate(customer.created_at)}
              pair={[one, two]}
            />
            <Row label={t('merge.row.note')} of={(customer) => customer.note} pair={[one, two]} />
          </tbody>
        </table>
      </div>
      <div className={classes['foot']}>
        <Button variant="subtle" onClick={onBack}>
          {t('merge.back')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('merge.cancel')}
        </Button>
        <Button loading={merge.isPending} onClick={() => merge.mutate(pair)}>
          {t('merge.merge')}
        </Button>
      </div>
    </div>
  );
}

const nameOf = ({ name }: Customer): string => name;

type RowProps = { label: string; of: (customer: Customer) => string; pair: readonly [Customer, Customer] };

function Row({ label, of, pair }: RowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {pair.map((customer) => (
        <td key={customer.id} dir="auto">
          {of(customer)}
        </td>
      ))}
    </tr>
  );
}
