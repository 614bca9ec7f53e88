import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { MAPPINGS_MAX } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './providers.module.css';

type Row = { value: string; id: number };
type Choice = { id: number; name: string };
type Props = {
  label: string;
  rows: readonly Row[];
  choices: readonly Choice[];
  canEdit: boolean;
  onChange: (rows: Row[]) => void;
};

/** Rules from values of a claim to roles or departments; the first match counts. */
export function Mapping({ label, rows, choices, canEdit, onChange }: Props) {
  const { t } = useTranslation('people/providers');
  const [first] = choices;
  const data = choices.map(({ id, name }) => ({ value: String(id), label: name }));
  const change = (at: number, row: Row) => onChange(rows.map((one, index) => (index === at ? row : one)));
  return (
    <div role="group" aria-label={label} className={classes['mapping']}>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own and keep their place
        <div key={at} className={classes['row']}>
          <TextInput
            aria-label={t('value', { number: at + 1 })}
            placeholder={t('value-example')}
            value={row.value}
            maxLength={200}
            readOnly={!canEdit}
            onChange={(event) => change(at, { ...row, value: event.currentTarget.value })}
          />
          <Select
            aria-label={t('gives', { number: at + 1 })}
            data={data}
            value={String(row.id)}
            allowDeselect={false}
            disabled={!canEdit}
            onChange={(id) => id !== null && change(at, { ...row, id: Number(id) })}
          />
          {canEdit && (
            <ActionIcon
              size={32}
              aria-label={t('remove-row', { number: at + 1 })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {canEdit && first && rows.length < MAPPINGS_MAX && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => onChange([...rows, { value: '', id: first.id }])}
        >
          {t('add-row')}
        </Button>
      )}
    </div>
  );
}
