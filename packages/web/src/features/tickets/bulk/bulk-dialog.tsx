import { Button, CloseButton, Group, Select, Stack, TagsInput } from '@mantine/core';
import { customFieldIdOf, isCustomFieldKey } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReference, useSession } from '#shared/api/session.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { useKeptFocus } from '#shared/lib/keys/use-kept-focus.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { useTicketKit } from '#shared/tickets/use-ticket-kit.ts';
import { startBulk, type BulkTarget } from './api.ts';
import { BulkAnswer } from './bulk-answer.tsx';
import {
  BULK_FIELDS,
  bulkActionOf,
  bulkUpdateOf,
  CLEARABLE_FIELDS,
  canBeSetWith,
  NO_VALUE,
  permissionFor,
  type BulkField,
  type BulkForm,
} from './bulk-form.ts';
import classes from './bulk.module.css';

const SEARCH_FROM = 12;

type Props = { count: number; target: BulkTarget; onClose: () => void; onStarted: (bulkId: number) => void };

type Row = BulkForm & { key: number };

/** Dialog of a bulk update: one or several fields, in one change that one undo takes back. */
export default function BulkDialog({ count, target, onClose, onStarted }: Props) {
  const { t } = useTranslation('tickets');
  const { t: own } = useTranslation('tickets/bulk');
  const { data: reference } = useReference();
  const words = useErrorWords();
  const offered = useOfferedFields();
  const [rows, setRows] = useState<readonly Row[]>([newRow(0, offered()[0] ?? 'status')]);
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const categoryOf = (id: number) => reference?.subcategories.find((one) => one.id === id)?.category_id;
  const change = bulkUpdateOf(rows, categoryOf);
  const fieldsBut = (key?: number) => rows.filter((row) => row.key !== key).map(({ field }) => field);
  const [next] = offered(fieldsBut());
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list);

  async function start(): Promise<void> {
    setTried(true);
    if (!change) return;
    setBusy(true);
    try {
      onStarted(await startBulk(change, target));
    } catch (refusal) {
      toast(words(refusal), { kind: 'failed' });
      setBusy(false);
    }
  }

  const replace = (key: number, row: Row) => setRows(rows.map((one) => (one.key === key ? row : one)));
  return (
    <Dialog title={t('bulk.title', { count })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Stack gap="sm" ref={list} tabIndex={-1}>
          {rows.map((row, index) => (
            <BulkRow
              key={row.key}
              row={row}
              isFirst={index === 0}
              isAdded={row.key > 0}
              fields={offered(fieldsBut(row.key))}
              error={isTried && !bulkActionOf(row, categoryOf) ? t('bulk.needValue') : undefined}
              onChange={(changed) => replace(row.key, changed)}
              onRemove={
                rows.length > 1 ? () => setRows(rows.filter(({ key }) => key !== row.key)) : undefined
              }
            />
          ))}
          {next !== undefined && (
            <Button
              variant="subtle"
              size="xs"
              style={{ alignSelf: 'flex-start' }}
              onClick={() => setRows([...rows, newRow(1 + Math.max(...rows.map(({ key }) => key)), next)])}
            >
              {own('addField')}
            </Button>
          )}
          <Group justify="flex-end" gap={8} mt={8}>
            <Button variant="default" onClick={onClose}>
              {t('bulk.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('bulk.title', { count })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const newRow = (key: number, field: BulkField): Row => ({ key, field, value: null, tags: [] });

/** Returns the function that lists the fields this user may set in addition to those that are set already. */
function useOfferedFields() {
  const { can } = useSession();
  const custom = useCustomFields('ticket');
  const all: BulkField[] = [
    ...BULK_FIELDS.filter((field) => can(permissionFor(field))),
    ...(can('TICKETS:EDIT') ? custom.map(({ id }) => `field:${id}` as const) : []),
  ];
  return (others: readonly BulkField[] = []) => all.filter((field) => canBeSetWith(field, others));
}

type RowProps = {
  row: Row;
  isFirst: boolean;
  /** The row was just added, so it takes the focus. */
  isAdded: boolean;
  fields: readonly BulkField[];
  error: string | undefined;
  onChange: (row: Row) => void;
  onRemove: (() => void) | undefined;
};

function BulkRow({ row, isFirst, isAdded, fields, error, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('tickets');
  const { t: own } = useTranslation('tickets/bulk');
  const custom = useCustomFields('ticket');
  const nameOf = (field: BulkField) =>
    isCustomFieldKey(field)
      ? (custom.find(({ id }) => id === customFieldIdOf(field))?.name ?? '')
      : t(`bulk.action.${field}`);
  const items = fields.map((field) => ({ value: field, label: nameOf(field) }));
  return (
    <Stack gap="xs" className={classes['row'] ?? ''}>
      <Group gap={8} align="flex-end" wrap="nowrap">
        <Select
          style={{ flex: 1 }}
          label={t('bulk.what')}
          {...(isFirst && { 'data-autofocus': true })}
          autoFocus={isAdded}
          searchable={fields.length > SEARCH_FROM}
          nothingFoundMessage={t('field.notFound')}
          // Otherwise the list would open together with the dialog, and cover its buttons.
          openOnFocus={false}
          allowDeselect={false}
          data={[
            { group: t('bulk.own'), items: items.filter(({ value }) => !isCustomFieldKey(value)) },
            { group: t('bulk.custom'), items: items.filter(({ value }) => isCustomFieldKey(value)) },
          ].filter((group) => group.items.length > 0)}
          value={row.field}
          onChange={(field) => onChange(newRow(row.key, field as BulkField))}
        />
        {onRemove && (
          <CloseButton aria-label={own('removeField', { field: nameOf(row.field) })} onClick={onRemove} />
        )}
      </Group>
      <BulkValue
        key={row.field}
        form={row}
        error={error}
        onChange={(part) => onChange({ ...row, ...part })}
      />
    </Stack>
  );
}

type ValueProps = {
  form: BulkForm;
  error: string | undefined;
  onChange: (part: Partial<BulkForm>) => void;
};

function BulkValue(props: ValueProps) {
  const { form, error, onChange } = props;
  const { t } = useTranslation('tickets');
  const { data: reference } = useReference();
  const custom = useCustomFields('ticket');
  if (isCustomFieldKey(form.field)) {
    const id = customFieldIdOf(form.field);
    const field = custom.find((one) => one.id === id);
    return (
      field && (
        <BulkAnswer field={field} isTried={error !== undefined} onChange={(answer) => onChange({ answer })} />
      )
    );
  }
  if (form.field === 'solve' || form.field === 'reopen') return null;
  if (form.field === 'addTags' || form.field === 'removeTags')
    return (
      <TagsInput
        label={t('bulk.tags')}
        error={error}
        data={reference?.tags ?? []}
        maxTags={20}
        value={form.tags}
        onChange={(tags) => onChange({ tags: tags.map((tag) => tag.trim().toLowerCase()) })}
      />
    );
  return <BulkChoice {...props} field={form.field} />;
}

type ChoiceField = Exclude<(typeof BULK_FIELDS)[number], 'solve' | 'reopen' | 'addTags' | 'removeTags'>;

function BulkChoice({ field, form, error, onChange }: ValueProps & { field: ChoiceField }) {
  const { t } = useTranslation('tickets');
  const choices = useTicketKit()
    .choices(field)
    .filter(({ value }) => isOffered(field, value));
  const none = { value: NO_VALUE, label: t(field === 'assignee_id' ? 'bulk.nobody' : 'bulk.none') };
  return (
    <Select
      label={t('bulk.value')}
      error={error}
      searchable
      nothingFoundMessage={t('field.notFound')}
      data={CLEARABLE_FIELDS.includes(field) ? [none, ...choices] : choices}
      value={form.value}
      onChange={(value) => onChange({ value })}
    />
  );
}

// Solving is a separate action, and "me" is left out because the update names a person.
const isOffered = (field: ChoiceField, value: string) =>
  field === 'status' ? ['open', 'pending', 'on_hold'].includes(value) : value !== 'me';
