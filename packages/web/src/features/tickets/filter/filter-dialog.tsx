import { ActionIcon, Button, Group, Menu, Select, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  CONDITION_FIELDS,
  condition,
  operatorsOf,
  type Condition,
  type ConditionFieldName,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#shared/ui/dialog.tsx';
import { draftOf, isComplete, needsValue, withOperator, type Draft } from './conditions.ts';
import classes from './filter-dialog.module.css';
import { useConditionWords } from './use-condition-words.ts';
import { ValueField } from './value-field.tsx';

type Props = {
  conditions: readonly Condition[];
  onApply: (conditions: Condition[]) => void;
  onClose: () => void;
};
type Line = { key: number; draft: Draft };

const MOST = 20;
// The table's keys in the order in which they are written.
const FIELDS = Object.keys(CONDITION_FIELDS) as ConditionFieldName[];

/** The builder: a line per condition, and all of them must hold. */
export default function FilterDialog({ conditions, onApply, onClose }: Props) {
  const { t } = useTranslation('tickets');
  const words = useConditionWords();
  const [lines, setLines] = useState<Line[]>(() => conditions.map((draft, key) => ({ key, draft })));
  const [isTried, setTried] = useState(false);

  function add(field: ConditionFieldName): void {
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    setLines([...lines, { key, draft: draftOf(field) }]);
  }
  function change(key: number, draft: Draft): void {
    setLines(lines.map((line) => (line.key === key ? { key, draft } : line)));
  }
  function apply(): void {
    setTried(true);
    const parsed = lines.map(({ draft }) => condition.safeParse(draft));
    if (parsed.every((one) => one.success)) onApply(parsed.map((one) => one.data));
  }

  return (
    <Dialog title={t('filter.label')} onClose={onClose} width={640}>
      <form
        className={classes['lines']}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Text size="sm" c="dimmed">
          {t(lines.length === 0 ? 'where.none' : 'where.all')}
        </Text>
        {lines.map(({ key, draft }, index) => (
          <fieldset key={key} className={classes['line']} aria-label={t('where.row', { n: index + 1 })}>
            <Select
              label={t('where.field')}
              data={FIELDS.map((value) => ({ value, label: words.fieldName(value) }))}
              searchable
              value={draft.field}
              onChange={(field) => change(key, draftOf(field as ConditionFieldName))}
            />
            <Select
              label={t('where.op')}
              data={operatorsOf(draft.field).map((op) => ({
                value: op,
                label: words.operatorName({ ...draft, op }),
              }))}
              value={draft.op}
              onChange={(op) => change(key, withOperator(draft, op as Condition['op']))}
            />
            <div className={classes['value']}>
              {needsValue(draft) && (
                <ValueField
                  draft={draft}
                  error={isTried && !isComplete(draft) ? t('where.incomplete') : undefined}
                  onChange={(value) => change(key, { ...draft, value })}
                />
              )}
            </div>
            <ActionIcon
              mt={22}
              aria-label={t('where.remove', { n: index + 1 })}
              onClick={() => setLines(lines.filter((line) => line.key !== key))}
            >
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
          </fieldset>
        ))}
        <Group justify="space-between" mt={8}>
          <Menu position="bottom-start">
            <Menu.Target>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                disabled={lines.length >= MOST}
                data-autofocus
              >
                {t('where.add')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes['fields']}>
              {FIELDS.map((field) => (
                <Menu.Item key={field} onClick={() => add(field)}>
                  {words.fieldName(field)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Group gap={8}>
            {lines.length > 0 && (
              <Button variant="subtle" color="gray" onClick={() => setLines([])}>
                {t('where.clear')}
              </Button>
            )}
            <Button type="submit">{t('where.apply')}</Button>
          </Group>
        </Group>
      </form>
    </Dialog>
  );
}
