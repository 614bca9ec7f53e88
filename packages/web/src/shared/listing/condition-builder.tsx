import { ActionIcon, Button, Group, Menu, Select, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { condition, operatorsOf, type Condition, type ConditionName } from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import classes from './builder.module.css';
import { newDraftCondition, isComplete, needsValue, withOperator, type DraftCondition } from './draft.ts';
import type { ConditionKit } from './kit.ts';
import { useConditionWords } from './use-condition-words.ts';
import { ValueField } from './value-field.tsx';

type Props = {
  kit: ConditionKit;
  conditions: readonly Condition[];
  /** The dialog's title, its text without any condition, and the label of its button. */
  words: { title: string; none: string; apply: string };
  /** A further filter besides the conditions, and how it is cleared. */
  beside?: { field: ReactNode; isSet: boolean; clear: () => void };
  onApply: (conditions: Condition[]) => void;
  onClose: () => void;
};
type Line = { key: number; draft: DraftCondition };

const MOST = 20;

/** A dialog with a line for each condition; all of them must match. */
export function ConditionBuilder({ kit, conditions, words: own, beside, onApply, onClose }: Props) {
  const { t } = useTranslation('shared/listing');
  const words = useConditionWords(kit);
  const [lines, setLines] = useState<Line[]>(() => conditions.map((draft, key) => ({ key, draft })));
  const [isTried, setTried] = useState(false);

  function add(field: ConditionName): void {
    const of = kit.of(field);
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    if (of) setLines([...lines, { key, draft: newDraftCondition(field, of) }]);
  }
  function change(key: number, draft: DraftCondition): void {
    setLines(lines.map((line) => (line.key === key ? { key, draft } : line)));
  }
  function clear(): void {
    setLines([]);
    beside?.clear();
  }
  function apply(): void {
    setTried(true);
    const parsed = lines.map(({ draft }) => condition.safeParse(draft));
    if (parsed.every((one) => one.success)) onApply(parsed.map((one) => one.data));
  }

  return (
    <Dialog title={own.title} onClose={onClose} width={720}>
      <form
        className={classes['lines']}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {beside?.field}
        <Text size="sm" c="dimmed">
          {lines.length === 0 ? own.none : t('all')}
        </Text>
        {lines.map(({ key, draft }, index) => (
          <ConditionLine
            key={key}
            kit={kit}
            n={index + 1}
            draft={draft}
            isTried={isTried}
            onChange={(next) => change(key, next)}
            onRemove={() => setLines(lines.filter((line) => line.key !== key))}
          />
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
                {t('add')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes['fields']}>
              {kit.names.map((field) => (
                <Menu.Item key={field} onClick={() => add(field)}>
                  {words.fieldName(field)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Group gap={8}>
            {(lines.length > 0 || beside?.isSet) && (
              <Button variant="subtle" color="gray" onClick={clear}>
                {t('clear')}
              </Button>
            )}
            <Button type="submit">{own.apply}</Button>
          </Group>
        </Group>
      </form>
    </Dialog>
  );
}

type LineProps = {
  kit: ConditionKit;
  n: number;
  draft: DraftCondition;
  isTried: boolean;
  onChange: (draft: DraftCondition) => void;
  onRemove: () => void;
};

function ConditionLine({ kit, n, draft, isTried, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('shared/listing');
  const words = useConditionWords(kit);
  const of = kit.of(draft.field);

  function choose(picked: string | null): void {
    const field = kit.names.find((name) => name === picked);
    const next = field && kit.of(field);
    if (field && next) onChange(newDraftCondition(field, next));
  }

  return (
    <fieldset className={classes['line']} aria-label={t('row', { n })}>
      <Select
        label={t('field')}
        data={kit.names.map((value) => ({ value, label: words.fieldName(value) }))}
        searchable
        value={draft.field}
        onChange={choose}
      />
      <Select
        className={classes['operator'] ?? ''}
        label={t('op')}
        data={
          of ? operatorsOf(of).map((op) => ({ value: op, label: words.operatorName({ ...draft, op }) })) : []
        }
        value={draft.op}
        onChange={(op) => of && onChange(withOperator(draft, op as Condition['op'], of))}
      />
      <div className={classes['value']}>
        {of && needsValue(draft) && (
          <ValueField
            kit={kit}
            draft={draft}
            of={of}
            error={isTried && !isComplete(draft) ? t('incomplete') : undefined}
            onChange={(value) => onChange({ ...draft, value })}
          />
        )}
      </div>
      <ActionIcon
        className={classes['remove'] ?? ''}
        mt={22}
        aria-label={t('remove', { n })}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </fieldset>
  );
}
