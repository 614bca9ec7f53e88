import { CloseButton, Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { type Customer, listCustomers } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import type { CreateForm } from './create-form.ts';
import classes from './create-ticket.module.css';
import { NewCustomer } from './new-customer.tsx';

type Props = {
  value: CreateForm['customer'];
  error: string | undefined;
  onChange: (customer: CreateForm['customer']) => void;
};

const ADD = '$add';
const PAUSE_MS = 200;

/** Selects the ticket's customer by name, company or address, or creates one. */
export function CustomerPicker({ value, error, onChange }: Props) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const [typed, setTyped] = useState('');
  const [adding, setAdding] = useState(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const query = useDebounced(typed.trim());
  const found = useQuery({
    queryKey: ['tickets', 'customer-search', query],
    queryFn: async ({ signal }) =>
      (await call(listCustomers, { query: { q: query, limit: 8 }, signal })).data,
    enabled: query.length > 0,
    staleTime: 10_000,
  });

  // Offered after the results arrived only: a quick Enter must not create a duplicate.
  const isAnswered =
    !found.isFetching && (found.data !== undefined || found.isError) && query === typed.trim();

  if (value) return <Chosen customer={value} onClear={() => onChange(null)} />;
  if (adding) {
    return (
      <NewCustomer
        name={typed.trim()}
        onCancel={() => setAdding(false)}
        onDone={(customer) => {
          setAdding(false);
          onChange(customer);
        }}
      />
    );
  }

  function handleSubmit(option: string): void {
    combobox.closeDropdown();
    if (option === ADD) return setAdding(true);
    setTyped('');
    onChange(found.data?.find((customer) => String(customer.id) === option) ?? null);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={handleSubmit} withinPortal={false} shadow="md">
      <Combobox.Target withExpandedAttribute>
        <InputBase
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-controls={combobox.listId ?? undefined}
          data-autofocus
          autoFocus // also when it returns to choose another customer
          label={t('create.customer')}
          required
          error={error}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          rightSection={found.isFetching && <Loader size={14} />}
          placeholder={t('create.findCustomer')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => typed && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed.trim() === ''}>
        <Combobox.Options aria-label={t('create.customer')}>
          {found.data?.map((customer) => (
            <Combobox.Option key={customer.id} value={String(customer.id)}>
              <CustomerLine customer={customer} />
            </Combobox.Option>
          ))}
          {found.data?.length === 0 && <Combobox.Empty>{t('create.noCustomer')}</Combobox.Empty>}
          {isAnswered && can('CUSTOMERS:CREATE') && (
            <Combobox.Option value={ADD}>
              <span className={classes['add']}>
                <IconUserPlus size={16} stroke={1.75} aria-hidden />
                {t('create.newCustomerNamed', { name: typed.trim() })}
              </span>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function CustomerLine({ customer }: { customer: Customer }) {
  const reach = customer.identities.find(
    (identity) => identity.kind === 'email' || identity.kind === 'phone',
  )?.value;
  return (
    <span className={classes['customer']}>
      <Avatar name={customer.name} size={24} />
      <span className="truncate">{customer.name}</span>
      <span className={classes['reach']}>{reach ?? customer.company}</span>
    </span>
  );
}

function Chosen({
  customer,
  onClear,
}: {
  customer: NonNullable<CreateForm['customer']>;
  onClear: () => void;
}) {
  const { t } = useTranslation('tickets');
  return (
    <div className={classes['chosen']} role="group" aria-label={t('create.customer')}>
      <Avatar name={customer.name} size={28} />
      <span className={classes['chosenName']}>
        <span className="truncate">{customer.name}</span>
        {customer.company && <span className={classes['reach']}>{customer.company}</span>}
      </span>
      <CloseButton
        autoFocus // the field that had the focus is gone
        aria-label={t('create.changeCustomer')}
        title={t('create.changeCustomer')}
        onClick={onClear}
      />
    </div>
  );
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
