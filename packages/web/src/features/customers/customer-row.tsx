import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import { exactTime, number, relativeTime, shortDate } from '#shared/lib/format.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Link } from '@tanstack/react-router';
import type { Customer, CustomField } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './customers.module.css';

type Props = {
  customer: Customer;
  /** Custom fields that have a column. */
  columns: readonly CustomField[];
  index: number;
  top: number;
  isSelected: boolean;
  now: number;
};

/** One customer. The name is the link; it reaches over the whole row. */
export function CustomerRow({ customer, columns, index, top, isSelected, now }: Props) {
  const narrow = useNarrow();
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={`${classes['row']} ${classes['body']}`}
      data-selected={isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {narrow ? (
        <TallCells customer={customer} now={now} />
      ) : (
        <Cells {...{ customer, columns, isSelected, now }} />
      )}
    </div>
  );
}

function Name({ customer, isSelected = false }: { customer: Customer; isSelected?: boolean }) {
  return (
    <Link
      to="/customers"
      search={(before: Record<string, unknown>) => ({ ...before, id: customer.id })}
      className={classes['name']}
      aria-current={isSelected || undefined}
      preload={false}
    >
      <bdi>{customer.name}</bdi>
    </Link>
  );
}

function Cells({ customer, columns, isSelected, now }: Omit<Props, 'index' | 'top'>) {
  const { t } = useTranslation('customers');
  const words = useAnswerWords();
  const reached = reachedAt(customer);
  return (
    <>
      <span role="cell" className={classes['who']}>
        <Avatar name={customer.name} size={22} />
        <Name customer={customer} isSelected={isSelected} />
      </span>
      <span role="cell" className={`${classes['dim']} ${classes['company']}`}>
        {customer.company}
      </span>
      <span role="cell" className={classes['dim']}>
        {reached}
      </span>
      {columns.map((field) => {
        const answer = customer.fields[field.id];
        return (
          <span key={field.id} role="cell" className={`${classes['dim']} ${classes['field']}`}>
            {answer === undefined ? '' : words(field, answer)}
          </span>
        );
      })}
      <span role="cell" className={classes['number']} data-zero={customer.open_tickets === 0 || undefined}>
        {number(customer.open_tickets)}
      </span>
      <span role="cell" className={`${classes['number']} ${classes['total']}`} data-zero>
        {number(customer.total_tickets)}
      </span>
      <span
        role="cell"
        className={classes['dim']}
        title={customer.last_contact_at ? exactTime(customer.last_contact_at) : undefined}
      >
        {customer.last_contact_at ? relativeTime(customer.last_contact_at, now) : t('never')}
      </span>
      <span
        role="cell"
        className={`${classes['dim']} ${classes['created']}`}
        title={exactTime(customer.created_at)}
      >
        {shortDate(customer.created_at, now)}
      </span>
    </>
  );
}

function TallCells({ customer, now }: { customer: Customer; now: number }) {
  const { t } = useTranslation('customers');
  return (
    <span role="cell" className={classes['tall']}>
      <Avatar name={customer.name} size={36} />
      <span className={classes['lines']}>
        <Name customer={customer} />
        <span className={classes['dim']}>
          {[customer.company, reachedAt(customer)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={classes['ends']}>
        <span className={classes['dim']}>
          {customer.last_contact_at ? relativeTime(customer.last_contact_at, now) : ''}
        </span>
        {customer.open_tickets > 0 && (
          <span className={classes['open']}>{t('open-count', { count: customer.open_tickets })}</span>
        )}
      </span>
    </span>
  );
}

/** The address that people know: e-mail before phone before what a channel made up. */
function reachedAt(customer: Customer): string {
  const order = ['email', 'phone', 'whatsapp', 'instagram', 'facebook'];
  const known = customer.identities.filter((entry) => order.includes(entry.kind));
  return known.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0]?.value ?? '';
}
