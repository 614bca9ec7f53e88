import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { OrderList } from '#shared/listing/order-list.tsx';

export type ColumnChoice<C extends string> = {
  columns: readonly C[];
  /** All columns, and the default ones. */
  all: readonly C[];
  initial: readonly C[];
  nameOf: (column: C) => string;
};
type Props<C extends string> = ColumnChoice<C> & {
  onSave: (columns: C[]) => void;
  onClose: () => void;
};

/** Chooses the columns of a table and their order. */
export function ColumnsDialog<C extends string>(props: Props<C>) {
  const { columns, all, initial, nameOf, onSave, onClose } = props;
  const { t } = useTranslation('shared/table');
  const inOrder = (first: readonly C[]): C[] => [
    ...first,
    ...all.filter((column) => !first.includes(column)),
  ];
  const [order, setOrder] = useState<C[]>(() => inOrder(columns));
  const [shown, setShown] = useState<ReadonlySet<C>>(() => new Set(columns));

  function toggle(column: C): void {
    const next = new Set(shown);
    if (!next.delete(column)) next.add(column);
    setShown(next);
  }
  function reset(): void {
    setOrder(inOrder(initial));
    setShown(new Set(initial));
  }

  return (
    <Dialog title={t('columns.title')} onClose={onClose} width={420}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('columns.how')}
      </Text>
      <OrderList
        items={order.map((id) => ({ id, name: nameOf(id) }))}
        handle={(name) => t('columns.drag', { name })}
        onOrder={setOrder}
      >
        {({ id, name }) => (
          // The last column cannot be removed: a table without columns shows nothing.
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
          {t('columns.reset')}
        </Button>
        <Group gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('columns.cancel')}
          </Button>
          <Button
            onClick={() => {
              onSave(order.filter((column) => shown.has(column)));
              onClose();
            }}
          >
            {t('columns.apply')}
          </Button>
        </Group>
      </Group>
    </Dialog>
  );
}
