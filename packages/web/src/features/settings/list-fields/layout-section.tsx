import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { OrderList } from '#shared/listing/order-list.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Checkbox, SegmentedControl, Select, Switch } from '@mantine/core';
import {
  CUSTOMER_SORTS,
  CUSTOMER_TABLE_COLUMNS,
  defaultCustomerColumns,
  customFieldIdOf,
  DEFAULT_COLUMNS,
  isCustomFieldKey,
  TICKET_COLUMNS,
  TICKET_SORTS,
  type LaidOutList,
  type LevelLayouts,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';

type Column<L extends LaidOutList> = NonNullable<LevelLayouts[L]['columns']>[number];

const ENTITY = { tickets: 'ticket', customers: 'customer' } as const;
const COLUMNS: { [L in LaidOutList]: readonly Column<L>[] } = {
  tickets: TICKET_COLUMNS,
  customers: CUSTOMER_TABLE_COLUMNS,
};
const FIRST: { [L in LaidOutList]: readonly Column<L>[] } = {
  tickets: DEFAULT_COLUMNS,
  customers: defaultCustomerColumns([]),
};
const SORTS: { [L in LaidOutList]: readonly NonNullable<LevelLayouts[L]['sort']>[] } = {
  tickets: TICKET_SORTS,
  customers: CUSTOMER_SORTS,
};
/** Maps columns of the customer list to the keys of their names. */
const CUSTOMER_NAMES: Record<string, string> = {
  open_tickets: 'open',
  total_tickets: 'total',
  last_contact_at: 'last_contact',
  created_at: 'created',
};

type Props<L extends LaidOutList> = {
  list: L;
  layout: LevelLayouts[L];
  canEdit: boolean;
  onChange: (layout: LevelLayouts[L]) => void;
};

/** One list of a role: its columns in order, its sorting, and whether users may change them. */
export function LayoutSection<L extends LaidOutList>({ list, layout, canEdit, onChange }: Props<L>) {
  const { t } = useTranslation(['settings/list-fields', 'tickets', 'customers']);
  const sortName = (sort: string) =>
    list === 'tickets' ? t(`sort.${sort}`, { ns: 'tickets' }) : t(`column.${sort}`, { ns: 'customers' });
  const columns = layout.columns as Column<L>[] | null;
  return (
    <FormSection title={t(`list.${list}`)} hint={t(`list-hint.${list}`)}>
      <div className={classes['fields']}>
        <SegmentedControl
          aria-label={t('own')}
          disabled={!canEdit}
          value={columns === null ? 'default' : 'custom'}
          data={['default', 'custom'].map((value) => ({ value, label: t(value) }))}
          onChange={(value) =>
            onChange({ ...layout, columns: value === 'default' ? null : [...FIRST[list]] })
          }
        />
        {columns !== null && (
          <Columns
            list={list}
            columns={columns}
            onChange={(next) => onChange({ ...layout, columns: next })}
          />
        )}
        <Select
          label={t('sort')}
          description={list === 'tickets' ? t('sort-hint') : undefined}
          value={layout.sort ?? ''}
          allowDeselect={false}
          data={[
            { value: '', label: t('sort-default') },
            ...SORTS[list].map((value) => ({ value: value as string, label: sortName(value) })),
          ]}
          onChange={(sort) =>
            onChange({ ...layout, sort: SORTS[list].find((each) => each === sort) ?? null })
          }
        />
        <Switch
          label={t('may-choose')}
          description={t('may-choose-hint')}
          checked={layout.may_choose}
          onChange={(event) => onChange({ ...layout, may_choose: event.currentTarget.checked })}
        />
      </div>
    </FormSection>
  );
}

type ColumnsProps<L extends LaidOutList> = {
  list: L;
  columns: readonly Column<L>[];
  onChange: (columns: Column<L>[]) => void;
};

/** All columns, those that are shown first, in their order. */
function Columns<L extends LaidOutList>({ list, columns, onChange }: ColumnsProps<L>) {
  const { t } = useTranslation(['settings/list-fields', 'tickets', 'customers']);
  const fields = useCustomFields(ENTITY[list]);
  const nameOf = (column: Column<L>): string => {
    if (isCustomFieldKey(column)) return fields.find(({ id }) => id === customFieldIdOf(column))?.name ?? '';
    if (list === 'customers') return t(`column.${CUSTOMER_NAMES[column] ?? column}`, { ns: 'customers' });
    if (column === 'customer_name') return t('table.customer_name', { ns: 'tickets' });
    return t(`where.names.${column}`, { ns: 'tickets' });
  };
  const custom = fields.map(({ id }) => `field:${id}` as Column<L>);
  const all = [...COLUMNS[list], ...custom];
  const order = [
    ...columns.filter((each) => all.includes(each)),
    ...all.filter((each) => !columns.includes(each)),
  ];
  const isOn = (column: Column<L>) => columns.includes(column);
  return (
    <OrderList
      items={order.map((id) => ({ id, name: nameOf(id) }))}
      handle={(name) => t('drag', { name })}
      onOrder={(ids) => onChange(ids.filter(isOn))}
    >
      {({ id, name }) => (
        // The last column cannot be removed: a table without columns shows nothing.
        <Checkbox
          label={name}
          checked={isOn(id)}
          disabled={isOn(id) && columns.length === 1}
          onChange={() => onChange(isOn(id) ? columns.filter((each) => each !== id) : [...columns, id])}
        />
      )}
    </OrderList>
  );
}
