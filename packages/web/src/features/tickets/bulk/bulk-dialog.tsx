import { Button, Group, Select, Stack, TagsInput } from '@mantine/core';
import { customIdOf, isCustom } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReference, useSession } from '#shared/api/session.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { useTicketKit } from '#shared/tickets/use-ticket-kit.ts';
import { startBulk, type BulkTarget } from './api.ts';
import { BulkAnswer } from './bulk-answer.tsx';
import {
  BULK_FIELDS,
  bulkActionOf,
  EMPTYABLE,
  NONE,
  rightFor,
  type BulkField,
  type BulkForm,
} from './bulk-form.ts';

const SEARCH_FROM = 12;

type Props = { count: number; target: BulkTarget; onClose: () => void; onStarted: (bulkId: number) => void };

/** Dialog of a bulk update: one change at a time, so that one undo reverts it. */
export default function BulkDialog({ count, target, onClose, onStarted }: Props) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const { data: reference } = useReference();
  const words = useErrorWords();
  const fields = BULK_FIELDS.filter((field) => can(rightFor(field)));
  const custom = useCustomFields('ticket');
  const [form, setForm] = useState<BulkForm>({ field: fields[0] ?? 'status', value: null, tags: [] });
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const categoryOf = (id: number) => reference?.subcategories.find((one) => one.id === id)?.category_id;
  const change = bulkActionOf(form, categoryOf);
  const error = isTried && !change ? t('bulk.needValue') : undefined;

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

  return (
    <Dialog title={t('bulk.title', { count })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Stack gap="sm">
          <Select
            label={t('bulk.what')}
            data-autofocus
            searchable={fields.length + custom.length > SEARCH_FROM}
            nothingFoundMessage={t('field.notFound')}
            // Otherwise the list would open with the dialog and cover its buttons.
            openOnFocus={false}
            allowDeselect={false}
            data={[
              {
                group: t('bulk.own'),
                items: fields.map((field) => ({ value: field, label: t(`bulk.action.${field}`) })),
              },
              {
                group: t('bulk.custom'),
                items: can('TICKETS:EDIT')
                  ? custom.map(({ id, name }) => ({ value: `field:${id}`, label: name }))
                  : [],
              },
            ].filter(({ items }) => items.length > 0)}
            value={form.field}
            onChange={(field) => setForm({ field: field as BulkField, value: null, tags: [] })}
          />
          <BulkValue
            key={form.field}
            form={form}
            error={error}
            onChange={(part) => setForm({ ...form, ...part })}
          />
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
  if (isCustom(form.field)) {
    const id = customIdOf(form.field);
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
  const none = { value: NONE, label: t(field === 'assignee_id' ? 'bulk.nobody' : 'bulk.none') };
  return (
    <Select
      label={t('bulk.value')}
      error={error}
      searchable
      nothingFoundMessage={t('field.notFound')}
      data={EMPTYABLE.includes(field) ? [none, ...choices] : choices}
      value={form.value}
      onChange={(value) => onChange({ value })}
    />
  );
}

// Solving is a separate action, and "me" is left out because the update names a person.
const isOffered = (field: ChoiceField, value: string) =>
  field === 'status' ? ['open', 'pending', 'on_hold'].includes(value) : value !== 'me';
