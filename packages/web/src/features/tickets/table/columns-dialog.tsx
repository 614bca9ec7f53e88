import { Button, Checkbox, Group, Text } from '@mantine/core';
import { DEFAULT_COLUMNS, TICKET_COLUMNS, type TicketColumn } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { toast } from '#shared/ui/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { saveSettings } from '../views/api.ts';
import { OrderList } from '../views/order-list.tsx';
import { useColumnNames } from './use-column-names.ts';

type Props = { columns: readonly TicketColumn[]; onClose: () => void };

/** Which columns the table has, and in which order. */
export default function ColumnsDialog({ columns, onClose }: Props) {
  const { t } = useTranslation('tickets');
  const nameOf = useColumnNames();
  const custom = useCustomFields('ticket').map(({ id }): TicketColumn => `field:${id}`);
  const inOrder = (first: readonly TicketColumn[]): TicketColumn[] => [
    ...first,
    ...[...TICKET_COLUMNS, ...custom].filter((column) => !first.includes(column)),
  ];
  const words = useErrorWords();
  const [order, setOrder] = useState<TicketColumn[]>(() => inOrder(columns));
  const [shown, setShown] = useState<ReadonlySet<TicketColumn>>(() => new Set(columns));

  function toggle(column: TicketColumn): void {
    const next = new Set(shown);
    if (!next.delete(column)) next.add(column);
    setShown(next);
  }
  function reset(): void {
    setOrder(inOrder(DEFAULT_COLUMNS));
    setShown(new Set(DEFAULT_COLUMNS));
  }
  function save(): void {
    saveSettings({ columns: order.filter((column) => shown.has(column)) }).catch((error: unknown) =>
      toast(words(error), { kind: 'failed' }),
    );
    onClose();
  }

  return (
    <Dialog title={t('table.columnsTitle')} onClose={onClose} width={420}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('table.columnsHow')}
      </Text>
      <OrderList
        items={order.map((id) => ({ id, name: nameOf(id) }))}
        handle={(name) => t('table.drag', { name })}
        onOrder={setOrder}
      >
        {({ id, name }) => (
          // The last one stays: a table without columns shows nothing.
          <Checkbox
            label={name}
            checked={shown.has(id)}
            disabled={shown.size === 1 && shown.has(id)}
            onChange={() => toggle(id)}
          />
        )}
      </OrderList>
      <Group justify="space-between" mt="md">
        <Button variant="subtle" color="gray" onClick={reset}>
          {t('table.reset')}
        </Button>
        <Group gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('table.cancel')}
          </Button>
          <Button onClick={save}>{t('table.apply')}</Button>
        </Group>
      </Group>
    </Dialog>
  );
}
