import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { exactTime, number, relativeTime, shortDate } from '#shared/lib/format.ts';
import table from '#shared/table/table.module.css';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { Link } from '@tanstack/react-router';
import {
  customFieldIdOf,
  isCustomFieldKey,
  type Customer,
  type CustomerTableColumn,
} from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './customers.module.css';

type LinkProps = { id: number; isOpen?: boolean; children: ReactNode };

/** Opens a customer; the link covers the whole row. */
export function CustomerLink({ id, isOpen = false, children }: LinkProps) {
  return (
    <Link
      to="/customers"
      search={(before: Record<string, unknown>) => ({ ...before, id })}
      className={`${table['link']} ${classes['name']}`}
      aria-current={isOpen || undefined}
      preload={false}
    >
      {children}
    </Link>
  );
}

const STRONG: readonly CustomerTableColumn[] = ['name', 'open_tickets'];

/** Whether the cell is drawn in a weaker colour. */
export const isDimmed = (customer: Customer, column: CustomerTableColumn): boolean =>
  column === 'open_tickets' ? customer.open_tickets === 0 : !STRONG.includes(column);

/** Returns the exact time of a cell that shows it relative to now. */
export function timeOf(customer: Customer, column: CustomerTableColumn): string | undefined {
  const time = (column === 'last_contact_at' || column === 'created_at') && customer[column];
  return time ? exactTime(time) : undefined;
}

type CellProps = { customer: Customer; column: CustomerTableColumn; now: number };

/** The content of a customer's cell in a column. */
export function CustomerCell({ customer, column, now }: CellProps) {
  const { t } = useTranslation('customers');
  const words = useAnswerWords();
  const fields = useCustomFields('customer');
  if (isCustomFieldKey(column)) {
    const field = fields.find(({ id }) => id === customFieldIdOf(column));
    const answer = customer.fields[customFieldIdOf(column)];
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

/** The one cell of a row on phones. */
export function StackedCell({ customer, now }: { customer: Customer; now: number }) {
  const { t } = useTranslation('customers');
  return (
    <span className={classes['tall']}>
      <Avatar name={customer.name} size={36} />
      <span className={classes['lines']}>
        <CustomerLink id={customer.id}>
          <bdi>{customer.name}</bdi>
        </CustomerLink>
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

/** Returns the address that people recognise: e-mail before phone before a channel's own id. */
function reachedAt(customer: Customer): string {
  const order = ['email', 'phone', 'whatsapp', 'instagram', 'facebook'];
  const known = customer.identities.filter((entry) => order.includes(entry.kind));
  return known.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0]?.value ?? '';
}
