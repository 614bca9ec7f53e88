import { Chip, Group, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { type MediaId, TICKET_STATUSES, type TicketStatus } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgents, useReference } from '#shared/api/session.ts';
import type { DeskChoice } from '../filters.ts';

type Props = { choice: DeskChoice; onChange: (part: Partial<DeskChoice>) => void };

// The panel is a dialog of its own: what drops down from its fields must stay inside it.
const inside = { withinPortal: false } as const;
const asNumbers = (values: string[]) => (values.length > 0 ? values.map(Number) : undefined);

/** Everything the list can be narrowed by; each choice works at once. */
export function FilterFields({ choice, onChange }: Props) {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const media = [...new Set(reference?.channel_accounts.map((account) => account.media_id))].toSorted(
    (a, b) => a - b,
  );
  return (
    <Stack gap="sm">
      <Chips
        label={t('filter.status')}
        value={choice.status ?? []}
        options={TICKET_STATUSES.map((status) => [status, shared(`status.${status}`)])}
        onChange={(status) =>
          onChange({ status: status.length > 0 ? (status as TicketStatus[]) : undefined })
        }
      />
      <Chips
        label={t('filter.media')}
        value={(choice.media ?? []).map(String)}
        options={media.map((id) => [String(id), shared(`media.${id}`)])}
        onChange={(values) => onChange({ media: asNumbers(values) as MediaId[] | undefined })}
      />
      <Many
        label={t('filter.department')}
        options={reference?.departments}
        value={choice.department}
        onChange={(department) => onChange({ department })}
      />
      <AssigneeField choice={choice} onChange={onChange} />
      <Many
        label={t('filter.priority')}
        options={reference?.priorities}
        value={choice.priority}
        onChange={(priority) => onChange({ priority })}
      />
      <Select
        label={t('filter.tag')}
        placeholder={t('filter.any')}
        searchable
        clearable
        comboboxProps={inside}
        nothingFoundMessage={t('field.notFound')}
        data={reference?.tags ?? []}
        value={choice.tag ?? null}
        onChange={(tag) => onChange({ tag: tag ?? undefined })}
      />
    </Stack>
  );
}

type ManyProps = {
  label: string;
  options: readonly { id: number; name: string }[] | undefined;
  value: readonly number[] | undefined;
  onChange: (value: number[] | undefined) => void;
};

/** Several of a list; none is any. */
function Many({ label, options = [], value = [], onChange }: ManyProps) {
  const { t } = useTranslation('tickets');
  return (
    <MultiSelect
      label={label}
      placeholder={value.length > 0 ? '' : t('filter.any')}
      size="sm"
      comboboxProps={inside}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(values) => onChange(asNumbers(values))}
    />
  );
}

function AssigneeField({ choice, onChange }: Props) {
  const { t } = useTranslation('tickets');
  const { data: agents } = useAgents();
  const fixed = [
    { value: 'me', label: t('filter.me') },
    { value: 'none', label: t('filter.nobody') },
    { value: 'any', label: t('filter.any') },
  ];
  const people = (agents ?? []).map((agent) => ({ value: String(agent.id), label: agent.fullname }));
  const value = choice.assignee === undefined ? null : String(choice.assignee);

  function handleChange(picked: string | null): void {
    if (picked === null || picked === 'me' || picked === 'none' || picked === 'any')
      onChange({ assignee: picked ?? undefined });
    else onChange({ assignee: [Number(picked)] });
  }

  return (
    <Select
      label={t('filter.assignee')}
      placeholder={t('filter.byView')}
      searchable
      clearable
      comboboxProps={inside}
      nothingFoundMessage={t('field.notFound')}
      data={[...fixed, ...people]}
      value={value}
      onChange={handleChange}
    />
  );
}

type ChipsProps = {
  label: string;
  value: readonly string[];
  options: [string, string][];
  onChange: (value: string[]) => void;
};

function Chips({ label, value, options, onChange }: ChipsProps): ReactNode {
  return (
    <Chip.Group multiple value={[...value]} onChange={onChange}>
      <Text component="span" size="sm" fw={500}>
        {label}
      </Text>
      <Group gap={6} mt={-8} role="group" aria-label={label}>
        {options.map(([id, name]) => (
          <Chip key={id} value={id} size="xs" radius="sm" variant="light">
            {name}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
