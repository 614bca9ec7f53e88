import { useSession } from '#shared/api/session.ts';
import { ActionIcon } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Customer } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Starts an e-mail to a customer who has an address. */
export function WriteMail({ customer: { name, identities } }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  const { can } = useSession();
  const address = identities.find(({ kind }) => kind === 'email')?.value;
  if (!address || !can('TICKETS:CREATE') || !can('TICKETS:REPLY')) return null;
  // Quotation marks would end the quoted name.
  const to = `"${name.replaceAll('"', '')}" <${address}>`;
  return (
    <ActionIcon
      aria-label={t('write.label')}
      title={t('write.label')}
      renderRoot={(props) => <Link to="/tickets/write" search={{ to }} {...props} />}
    >
      <IconMailPlus size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
