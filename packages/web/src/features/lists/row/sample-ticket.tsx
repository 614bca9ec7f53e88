import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { useTicketSample } from './use-ticket-sample.ts';

/** Selects a real ticket for the preview. */
export function SampleTicket({ ticket }: { ticket: ReturnType<typeof useTicketSample> }) {
  const { t } = useTranslation('lists');
  const { offered, chosen, choose, typed, type } = ticket;
  return (
    <Select
      label={t('template.ticket')}
      description={t('template.ticketHint')}
      placeholder={t('template.ticketPlaceholder')}
      mb={8}
      searchable
      clearable
      // No filtering here, because the server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={typed.trim() === '' ? undefined : t('template.noTicket')}
      data={offered}
      value={chosen?.value ?? null}
      searchValue={typed}
      onSearchChange={type}
      onChange={choose}
    />
  );
}
