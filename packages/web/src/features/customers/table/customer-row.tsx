import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { exactTime, number, relativeTime, shortDate } from '#shared/lib/format.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { Link } from '@tanstack/react-router';
import { customIdOf, isCustom, type Customer, type CustomerTableColumn } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../customers.module.css';

type Props = {
  customer: Customer;
  columns: readonly CustomerTableColumn[];
  index: number;
  top: number;
  isSelected: boolean;
  now: number;
};

/** One customer. The first column is the link; it reaches over the whole row. */
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

function Linked({
  customer,
  isSelected = false,
  children,
}: {
  customer: Customer;
  isSelected?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to="/customers"
      search={(before: Record<string, unknown>) => ({ ...before, id: customer.id })}
      className={classes['name']}
      aria-current={isSelected || undefined}
      preload={false}
    >
      {children}
    </Link>
  );
}

function Cells({ customer, columns, isSelected, now }: Omit<Props, 'index' | 'top'>) {
  return columns.map((column, index) => (
    <span key={column} role="cell" {...lookOf(customer, column)}>
      {index === 0 ? (
        <Linked customer={customer} isSelected={isSelected}>
          <Cell {...{ customer, column, now }} />
        </Linked>
      ) : (
        <Cell {...{ customer, column, now }} />
      )}
    </span>
  ));
}

/** How a cell looks, and what it says in full under the pointer. */
function lookOf(customer: Customer, column: CustomerTableColumn) {
  if (column === 'name') return { className: classes['who'] };
  if (column === 'open_tickets' || column === 'total_tickets') {
    const isQuiet = column === 'total_tickets' || customer.open_tickets === 0;
    return { className: classes['number'], 'data-zero': isQuiet || undefined };
  }
  const time = (column === 'last_contact_at' || column === 'created_at') && customer[column];
  return { className: classes['dim'], title: time ? exactTime(time) : undefined };
}

function Cell({ customer, column, now }: { customer: Customer; column: CustomerTableColumn; now: number }) {
  const { t } = useTranslation('customers');
  const words = useAnswerWords();
  const fields = useCustomFields('customer');
  if (isCustom(column)) {
    const field = fields.find(({ id }) => id === customIdOf(column));
    const answer = customer.fields[customIdOf(column)];
    return field && answer !== undefined ? words(field, answer) : '';
  }
  switch (column) {
    case 'name':
      return (
        <>
          <Avatar name={customer.name} size={22} />
          <bdi>{customer.name}</bdi>
        </>
      );
    case 'identity':
      return reachedAt(customer);
    case 'open_tickets':
    case 'total_tickets':
      return number(customer[column]);
    case 'last_contact_at':
      return customer.last_contact_at ? relativeTime(customer.last_contact_at, now) : t('never');
    case 'created_at':
      return shortDate(customer.created_at, now);
    case 'language':
      return t(`language.${customer.language}`);
    default:
      return <bdi>{customer[column]}</bdi>;
  }
}

function TallCells({ customer, now }: { customer: Customer; now: number }) {
  const { t } = useTranslation('customers');
  return (
    <span role="cell" className={classes['tall']}>
      <Avatar name={customer.name} size={36} />
      <span className={classes['lines']}>
        <Linked customer={customer}>
          <bdi>{customer.name}</bdi>
        </Linked>
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
